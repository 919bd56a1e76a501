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
import type { CaseUndo, snoozeCaseForm } from './schema/case.ts';
import { changeCase, lockCase } from './store/cases.ts';

const hourMs = 3_600_000;

/**
 * Snoozes or unsnoozes an open case. The due time stays: a snooze hides the case and doesn't extend it.
 *
 * @throws Problem 'not-found', and 'conflict' if the case has changed or isn't open
 */
export async function snoozeCase(
  context: Context<PersonActor>,
  input: z.output<typeof snoozeCaseForm>,
): Promise<{ readonly version: number; readonly undo: CaseUndo }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const now = context.clock.now();
  const snoozedUntil = input.hours === 0 ? null : addMilliseconds(now, input.hours * hourMs);
  return inTransaction(async (transaction) => {
    const held = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId), input.version);
    const { caseId, state } = held;
    if (state !== 'open') throw new Problem('conflict', tReviewRefusals('problem.snoozeOpenOnly'));
    const version = await changeCase(transaction, businessId, caseId, now, { snoozedUntil });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: snoozedUntil === null ? 'review-case.wake' : 'review-case.snooze',
      objectType: 'review-case',
      objectId: caseId,
      after: { until: snoozedUntil },
    });
    const cases = [{ caseId, to: held.snoozedUntil }];
    const undo: CaseUndo = { kind: 'snooze', from: snoozedUntil, cases };
    return { version, undo };
  });
}
