import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storeProposalAnswer } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { decideReopeningForm } from '../cases/schema/case.ts';
import { recordCaseEvents } from '../cases/store/case-events.ts';
import { changeCase, lockCase, readDueHours } from '../cases/store/cases.ts';
import { reopeningProposals } from './reopening-proposals.ts';
import { storeReversal } from './store/reversals.ts';

/**
 * Approves, declines or withdraws the proposed reopening of a case. An approved one reopens the case at once.
 *
 * @throws Problem 'forbidden', 'invalid', for an approval 'reauthentication-required', and 'conflict' if the case has changed or has no proposed reopening
 */
export async function decideReopening(
  context: Context<PersonActor>,
  input: z.output<typeof decideReopeningForm>,
): Promise<{ readonly state: 'open' | 'decided' }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  if (input.answer === 'approve') await requireRecentAuthentication(context);
  return inTransaction(async (transaction) => {
    const held = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId), input.version);
    const { caseId } = held;
    // A reopening of a replaced decision is none of this one.
    const key = { businessId, subject: (held.state === 'decided' ? held.decisionId : null) ?? '' };
    const answered = await storeProposalAnswer(transaction, context, reopeningProposals, key, input);
    const { proposalId: reopeningId, reason, proposedBy, at, comment } = answered;
    const isApproved = input.answer === 'approve';
    const dueAt = addMilliseconds(at, (await readDueHours(transaction, businessId)) * 3_600_000);
    const change = isApproved ? ({ state: 'open', decidedAt: null, dueAt } as const) : {};
    await changeCase(transaction, businessId, caseId, at, change);
    if (isApproved) {
      const approvedBy = context.actor.personId;
      await storeReversal(transaction, { businessId, caseId, reason, by: proposedBy, approvedBy, at });
      await recordCaseEvents(transaction, businessId, 'review-case.reopened', [caseId], at);
    }
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'case-reopening',
      subject: caseId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    const state = isApproved ? 'open' : 'decided';
    await writeAudit(transaction, context, {
      businessId,
      action: `review-case.${input.answer}-reopen`,
      objectType: 'review-case',
      objectId: caseId,
      before: { state: 'decided' },
      after: { reopeningId, reason, proposedBy, comment, state, ...(isApproved ? { dueAt } : {}) },
    });
    return { state };
  });
}
