import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { changeCase, holdCases } from '../store/cases.ts';
import { findSurvivor, leaveCase } from '../store/merging.ts';
import { updateWorth } from '../store/worth.ts';
import type { separateCaseForm } from './schema.ts';

/**
 * Lets a case that joined another stand by itself again: open, with what was in it before. What was done since stays
 * with the other. Throws Problem 'not-found', and 'conflict' where it changed or the other one is not open.
 */
export async function separateCase(
  context: Context<PersonActor>,
  input: z.output<typeof separateCaseForm>,
): Promise<{ readonly version: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const caseId = parseId<CaseId>(input.caseId);
    if (caseId === null) throw new Problem('not-found', 'This business has no such case.');
    const survivor = await findSurvivor(transaction, businessId, caseId);
    if (survivor === null) throw new Problem('conflict', 'This case stands by itself already.');
    const held = await holdCases(transaction, businessId, [caseId, survivor]);
    const left = held.find((one) => one.caseId === caseId);
    const other = held.find((one) => one.caseId === survivor);
    if (left?.state !== 'merged' || other === undefined || left.version !== input.version)
      throw new Problem('conflict', 'The case has changed since you looked at it. Reload the page.');
    if (other.state !== 'open')
      throw new Problem(
        'conflict',
        `Case ${other.number} ${other.state === 'proposed' ? 'has a proposal' : 'is decided'} with this one in it. Only from an open case can one be taken out.`,
      );
    const version = await leaveCase(transaction, businessId, caseId, at);
    await changeCase(transaction, businessId, survivor, at, {});
    await updateWorth(transaction, businessId, [caseId, survivor]);
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
