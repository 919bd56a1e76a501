import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { reopenCaseForm } from '../cases/schema/case.ts';
import { recordCaseEvents } from '../cases/store/case-events.ts';
import { changeCase, lockCase, readDueHours } from '../cases/store/cases.ts';
import { reopeningProposals } from './reopening-proposals.ts';
import { isSecondPersonRequired } from './store/reopening.ts';
import { storeReversal } from './store/reversals.ts';

/**
 * Reopens a decided case with a new due time. The decision stays in the history. If two people decided any part of
 * it, this only proposes the reopening, and another person approves it.
 *
 * @throws Problem 'reauthentication-required' if another person must approve, and 'conflict' if the case isn't decided or already has a proposed reopening
 */
export async function reopenCase(
  context: Context<PersonActor>,
  input: z.output<typeof reopenCaseForm>,
): Promise<{ readonly version: number; readonly state: 'open' | 'proposed' }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const stale = await findStaleAuthentication(context);
  return inTransaction(async (transaction) => {
    const held = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId), input.version);
    if (held.state !== 'decided') throw new Problem('conflict', tReviewRefusals('problem.reopenDecidedOnly'));
    const { caseId } = held;
    const { personId } = context.actor;
    const now = context.clock.now();
    const reason = storableText(input.reason);
    const draft = { businessId, personId, form: 'case-reopening', subject: caseId } as const;
    await deleteDraft(transaction, draft);
    const about = { businessId, objectType: 'review-case', objectId: caseId } as const;
    if (await isSecondPersonRequired(transaction, businessId, caseId)) {
      if (stale !== null) throw stale;
      const reopeningId = await insertProposal(transaction, reopeningProposals, {
        businessId,
        subject: held.decisionId ?? '',
        after: { caseId },
        reason,
        by: personId,
        at: now,
      });
      const version = await changeCase(transaction, businessId, caseId, now, {});
      await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
      const after = { reopeningId, reason };
      await writeAudit(transaction, context, { ...about, action: 'review-case.propose-reopen', after });
      return { version, state: 'proposed' } as const;
    }
    const dueAt = addMilliseconds(now, (await readDueHours(transaction, businessId)) * 3_600_000);
    const change = { state: 'open', decidedAt: null, dueAt } as const;
    const version = await changeCase(transaction, businessId, caseId, now, change);
    await storeReversal(transaction, { businessId, caseId, reason, by: personId, approvedBy: null, at: now });
    await recordCaseEvents(transaction, businessId, 'review-case.reopened', [caseId], now);
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
