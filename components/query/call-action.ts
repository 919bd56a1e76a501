import { unstable_isUnrecognizedActionError } from 'next/navigation';
import { withReauthentication } from '#components/access/reauthentication.ts';
import { requestTextStorage } from '#components/shell/unsent-text.ts';
import { tQuery } from '#lib/messages/shell.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { recordRefusedAction } from './page-version.ts';

/**
 * Calls a server action. If it needs a recent authentication, one shared dialog asks for it first. Returns null when no
 * answer arrived, so that the action may have run. An action of an earlier build fails as `outdated`: the server refused
 * it before it read any input. If the session has ended, the tab keeps the typed text, and the page offers it after the
 * sign-in.
 */
export async function callAction<Data>(
  action: () => Promise<ActionResult<Data>>,
): Promise<ActionResult<Data> | null> {
  try {
    const result = await withReauthentication(action);
    if (!result.ok && result.code === 'unauthenticated') requestTextStorage();
    return result;
  } catch (error) {
    if (!unstable_isUnrecognizedActionError(error)) return null;
    recordRefusedAction();
    return { ok: false, code: 'outdated', message: tQuery('outdated'), fieldErrors: {}, requestId: '' };
  }
}
