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
import { addMilliseconds } from '#lib/values/instant.ts';
import type { CaseUndo, snoozeCasesForm } from './schema/case.ts';
import { changeCase, lockCases } from './store/cases.ts';

const hourMs = 3_600_000;

/**
 * Snoozes or unsnoozes several open cases. Due times stay. Cases that are no longer open are skipped and counted.
 *
 * @throws Problem 'not-found' if a case belongs to another business; then none changes
 */
export async function snoozeCases(
  context: Context<PersonActor>,
  input: z.output<typeof snoozeCasesForm>,
): Promise<{ readonly snoozed: number; readonly left: number; readonly undo: CaseUndo }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const now = context.clock.now();
  const snoozedUntil = input.hours === 0 ? null : addMilliseconds(now, input.hours * hourMs);
  const requestedIds = [...new Set(input.caseIds)].map((id) => parseId<CaseId>(id));
  const ids = requestedIds.filter((id) => id !== null);
  return inTransaction(async (transaction) => {
    const cases = await lockCases(transaction, businessId, ids);
    if (cases.length !== requestedIds.length)
      throw new Problem('not-found', tReviewRefusals('problem.notSnoozed'));
    const open = cases.filter(({ state }) => state === 'open');
    for (const { caseId } of open) await changeCase(transaction, businessId, caseId, now, { snoozedUntil });
    if (open.length > 0) await announce(transaction, { businessId, topics: ['reviews'] });
    for (const { caseId } of open)
      await writeAudit(transaction, context, {
        businessId,
        action: snoozedUntil === null ? 'review-case.wake' : 'review-case.snooze',
        objectType: 'review-case',
        objectId: caseId,
        after: { until: snoozedUntil },
      });
    const undone = open.map((one) => ({ caseId: one.caseId, to: one.snoozedUntil }));
    const undo: CaseUndo = { kind: 'snooze', from: snoozedUntil, cases: undone };
    return { snoozed: open.length, left: cases.length - open.length, undo };
  });
}
