import { unstable_isUnrecognizedActionError } from 'next/navigation';
import { withReauthentication } from '#components/access/reauthentication.ts';
import { tQuery } from '#lib/messages/query.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { recordRefusedAction } from './page-version.ts';

/**
 * Calls a server action. If it needs a recent authentication, one shared dialog asks for it first. Returns null when no answer arrived, so that the action may have run. An action of an earlier
 * build fails as `outdated`: the server refused it before it read any input.
 */
export async function callAction<Data>(
  action: () => Promise<ActionResult<Data>>,
): Promise<ActionResult<Data> | null> {
  try {
    return await withReauthentication(action);
  } catch (error) {
    if (!unstable_isUnrecognizedActionError(error)) return null;
    recordRefusedAction();
    return { ok: false, code: 'outdated', message: tQuery('outdated'), fieldErrors: {}, requestId: '' };
  }
}
