import { toast } from '#components/ui/toast.tsx';
import { tQuery } from '#lib/messages/shell.ts';
import type { FailureMessages } from './action-error-message.ts';
import { toActionErrorMessage } from './action-error-message.ts';
import { readVersionState, recordRefusedAction } from './page-version.ts';

/**
 * Loads the rules that check a form. They are several times as large as the form, and only needed to send it. Returns
 * null after a message when the connection is lost, or when a newer version no longer has them.
 */
export async function loadRules<Rules>(
  load: () => Promise<Rules>,
  messages: FailureMessages,
): Promise<Rules | null> {
  try {
    return await load();
  } catch {
    const isCurrent = readVersionState() === 'current';
    const { title, detail } = toActionErrorMessage(
      null,
      isCurrent ? messages : { ...messages, lost: tQuery('outdated') },
    );
    toast.bad(title, { detail });
    // Its notice offers to reload the page and keeps what was typed.
    if (!isCurrent) recordRefusedAction();
    return null;
  }
}
