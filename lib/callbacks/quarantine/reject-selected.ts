import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { maximumSelected } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { ProblemCode } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import { listSelectedMessages } from '../queries/selected.ts';
import type { rejectSelectedForm } from '../schema/decisions.ts';
import { rejectCallback } from './reject-callback.ts';

/** Refusals of one that say nothing of the others: somebody was faster, or it is gone. */
const leavesOne: ReadonlySet<ProblemCode> = new Set(['conflict', 'not-found']);

/**
 * Rejects those of the picked callbacks that wait in quarantine, each by itself and with its own entry in the audit log;
 * the others are left as they are, and so is what somebody decided meanwhile. Throws Problem.
 */
export async function rejectSelected(
  context: Context<PersonActor>,
  input: z.output<typeof rejectSelectedForm>,
): Promise<{ readonly rejected: number; readonly left: number }> {
  const scope = requirePermission(context, input.businessId, 'callbacks.manage');
  const { businessId } = scope;
  const picked = await listSelectedMessages(scope, input.address, maximumSelected);
  let rejected = 0;
  for (const { messageId, verdict, revision } of picked) {
    if (verdict !== 'quarantined') continue;
    try {
      await rejectCallback(context, { businessId, messageId, revision, note: input.note });
      rejected += 1;
    } catch (failure) {
      if (!(failure instanceof Problem) || !leavesOne.has(failure.code)) throw failure;
    }
  }
  return { rejected, left: picked.length - rejected };
}
