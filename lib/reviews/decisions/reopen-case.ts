import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { later } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { reopenCaseForm } from '../schema/case.ts';
import { changeCase, lockCase, readDueHours } from '../store/cases.ts';
import { findOpenReopening, insertReopening, needsSecondPerson } from '../store/reopening.ts';

/**
 * Reopens a decided case with a new due time. The decision stays in the history. If two people decided any part of
 * it, this only proposes the reopening, and another person approves it.
 *
 * @throws Problem 'conflict' if the case isn't decided or already has a proposed reopening
 */
export async function reopenCase(
  context: Context<PersonActor>,
  input: z.output<typeof reopenCaseForm>,
): Promise<{ readonly version: number; readonly state: 'open' | 'proposed' }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  return inTransaction(async (transaction) => {
    const held = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId), input.version);
    if (held.state !== 'decided') throw new Problem('conflict', tReviewRefusals('problem.reopenDecidedOnly'));
    const { caseId } = held;
    const { personId } = context.actor;
    const now = context.clock.now();
    const reason = storableText(input.reason);
    const about = { businessId, objectType: 'review-case', objectId: caseId } as const;
    if (await needsSecondPerson(transaction, businessId, caseId)) {
      if ((await findOpenReopening(transaction, businessId, caseId)) !== null)
        throw new Problem('conflict', tReviewRefusals('problem.reopeningPending'));
      const proposal = { businessId, caseId, reason, by: personId, at: now };
      const reopeningId = await insertReopening(transaction, proposal);
      const version = await changeCase(transaction, businessId, caseId, now, {});
      await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
      const after = { reopeningId, reason };
      await writeAudit(transaction, context, { ...about, action: 'review-case.propose-reopen', after });
      return { version, state: 'proposed' } as const;
    }
    const dueAt = later(now, (await readDueHours(transaction, businessId)) * 3_600_000);
    const change = { state: 'open', decidedAt: null, dueAt } as const;
    const version = await changeCase(transaction, businessId, caseId, now, change);
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      ...about,
      action: 'review-case.reopen',
      before: { state: 'decided' },
      after: { state: 'open', dueAt, reason },
    });
    return { version, state: 'open' } as const;
  });
}
