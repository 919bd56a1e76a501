import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { takeNextForm } from '../cases/schema/case.ts';
import { changeCase, lockNextCase } from '../cases/store/cases.ts';

/**
 * Assigns the most urgent unassigned case to the person. Concurrent calls receive different cases. Returns null if
 * there is none.
 */
export async function takeNext(
  context: Context<PersonActor>,
  input: z.output<typeof takeNextForm>,
): Promise<{ readonly caseId: string | null }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const now = context.clock.now();
  return inTransaction(async (transaction) => {
    const next = await lockNextCase(transaction, businessId, now);
    if (next === null) return { caseId: null };
    const { caseId } = next;
    const { personId } = context.actor;
    await changeCase(transaction, businessId, caseId, now, { assigneeId: personId, snoozedUntil: null });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.assign',
      objectType: 'review-case',
      objectId: caseId,
      before: { assignee: null },
      after: { assignee: personId },
    });
    return { caseId };
  });
}
