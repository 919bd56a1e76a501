import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { recordCaseEvents } from '../store/case-events.ts';
import { updateCaseValues } from '../store/case-values.ts';
import { changeCase, lockCases } from '../store/cases.ts';
import type { separateCaseForm } from './schema.ts';
import { findMergeTarget, separateMergedCase } from './store.ts';

/**
 * Separates a merged case. It is open again, with its own content. Later work stays with the target.
 *
 * @throws Problem 'not-found', and 'conflict' if it has changed or the target isn't open
 */
export async function separateCase(
  context: Context<PersonActor>,
  input: z.output<typeof separateCaseForm>,
): Promise<{ readonly version: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const caseId = parseId<CaseId>(input.caseId);
    if (caseId === null) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
    const survivor = await findMergeTarget(transaction, businessId, caseId);
    if (survivor === null) throw new Problem('conflict', tReviewRefusals('merge.notMerged'));
    const held = await lockCases(transaction, businessId, [caseId, survivor]);
    const left = held.find((one) => one.caseId === caseId);
    const other = held.find((one) => one.caseId === survivor);
    if (left?.state !== 'merged' || other === undefined || left.version !== input.version)
      throw new Problem('conflict', tReviewRefusals('problem.mergedCaseChanged'));
    if (other.state !== 'open')
      throw new Problem(
        'conflict',
        tReviewRefusals(other.state === 'proposed' ? 'merge.separateProposed' : 'merge.separateDecided', {
          number: String(other.number),
        }),
      );
    const version = await separateMergedCase(transaction, businessId, caseId, at);
    await recordCaseEvents(transaction, businessId, 'review-case.reopened', [caseId], at);
    await changeCase(transaction, businessId, survivor, at, {});
    await updateCaseValues(transaction, businessId, [caseId, survivor], at);
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId, survivor] });
    for (const [objectId, after] of [
      [caseId, { from: survivor, case: other.number }],
      [survivor, { left: caseId, case: left.number }],
    ] as const)
      await writeAudit(transaction, context, {
        businessId,
        action: 'review-case.separate',
        objectType: 'review-case',
        objectId,
        after,
      });
    return { version };
  });
}
