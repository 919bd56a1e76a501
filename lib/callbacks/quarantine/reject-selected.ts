import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { maximumSelected } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { ProblemCode } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import { listSelectedMessages } from '../queries/selected-messages.ts';
import type { rejectSelectedForm } from '../schema/decisions.ts';
import { rejectCallback } from './reject-callback.ts';

/** Refusals that concern one callback only: a colleague was faster, or it no longer exists. */
const skippedCodes: ReadonlySet<ProblemCode> = new Set(['conflict', 'not-found']);

/**
 * Rejects the quarantined callbacks among the selected ones, each in its own transaction and with its own audit entry.
 * All others stay unchanged, also those that a colleague decides on at the same time.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required', or 'conflict' if too many are selected.
 */
export async function rejectSelected(
  context: Context<PersonActor>,
  input: z.output<typeof rejectSelectedForm>,
): Promise<{ readonly rejected: number; readonly unchanged: number }> {
  const scope = requirePermission(context, input.businessId, 'callbacks.manage');
  await requireRecentAuthentication(context);
  const { businessId } = scope;
  const selected = await listSelectedMessages(scope, input.address, maximumSelected);
  let rejected = 0;
  for (const { messageId, verdict, revision } of selected) {
    if (verdict !== 'quarantined') continue;
    try {
      await rejectCallback(context, { businessId, messageId, revision, note: input.note });
      rejected += 1;
    } catch (failure) {
      if (!(failure instanceof Problem) || !skippedCodes.has(failure.code)) throw failure;
    }
  }
  return { rejected, unchanged: selected.length - rejected };
}
