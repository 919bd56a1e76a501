import 'server-only';
import type * as z from 'zod';
import { authorizeAnswer, requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { requireSeenVersion } from '../cases/model/subject-version.ts';
import { readBeforeDecision, requireNoNewValues } from '../cases/read-case.ts';
import type { decideProposalForm } from '../cases/schema/case.ts';
import type { CaseRead } from '../cases/schema/reading.ts';
import { recordCaseEvents } from '../cases/store/case-events.ts';
import { changeCase, lockCase } from '../cases/store/cases.ts';
import { updateContradictions } from '../cases/watch-service.ts';
import { findOpenProposal, readCurrentSubjects } from './store/decisions.ts';
import { storeDecisionOutcome } from './store/proposals.ts';

/**
 * Approves, declines or withdraws a proposed decision. An approval reads the payments of the case first.
 *
 * @throws Problem 'conflict', 'forbidden' or 'invalid', and for an approval 'reauthentication-required'
 */
export async function decideProposal(
  context: Context<PersonActor>,
  input: z.output<typeof decideProposalForm>,
): Promise<{ readonly state: 'open' | 'decided'; readonly read: CaseRead }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  if (input.answer === 'confirm') await requireRecentAuthentication(context);
  const read: CaseRead =
    input.answer === 'confirm'
      ? await readBeforeDecision(context, businessId, input.caseId)
      : { kind: 'off' };
  return inTransaction(async (transaction) => {
    const held = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId), input.version);
    const { caseId } = held;
    if (input.answer === 'confirm') {
      requireSeenVersion(await readCurrentSubjects(transaction, businessId, caseId), input.seen);
      requireNoNewValues(read);
    }
    const proposal = await findOpenProposal(transaction, businessId, caseId);
    if (proposal === null) throw new Problem('conflict', tReviewRefusals('problem.noProposal'));
    const { decisionId, kind, proposedBy } = proposal;
    const judged = {
      businessId,
      proposedBy,
      proposer: null,
      approver: 'review.work',
      declineTakesReason: true,
    } as const;
    const answer = await authorizeAnswer(transaction, context, judged, {
      answer: input.answer === 'confirm' ? 'approve' : input.answer,
      comment: input.comment,
    });
    const { at, comment } = answer;
    await storeDecisionOutcome(transaction, { businessId, decisionId }, answer);
    const state = input.answer === 'confirm' ? 'decided' : 'open';
    await changeCase(transaction, businessId, caseId, at, {
      state,
      decidedAt: state === 'decided' ? at : null,
    });
    if (state === 'decided')
      await recordCaseEvents(transaction, businessId, 'review-case.decided', [caseId], at);
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'case-answer',
      subject: caseId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: `review-case.${input.answer}`,
      objectType: 'review-case',
      objectId: caseId,
      before: { state: 'proposed', version: input.version },
      after: { decisionId, kind, comment, state, ...(read.kind === 'off' ? {} : { read }) },
    });
    const { subjectKind, subjectId } = held;
    if (state === 'decided')
      await updateContradictions(transaction, context, { businessId, kind: subjectKind, subjectId });
    return { state, read };
  });
}
