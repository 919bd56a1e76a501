import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviews } from '#lib/messages/reviews.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId, PersonId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { requireSeenVersion } from '../cases/model/subject-version.ts';
import { watchService } from '../cases/watch-service.ts';
import type { answerProposalForm } from '../schema/case.ts';
import { changeCase, lockCase } from '../store/cases.ts';
import type { Proposal } from '../store/decisions.ts';
import { answerDecision, findOpenProposal, readCurrentSubjects } from '../store/decisions.ts';

type Input = z.output<typeof answerProposalForm>;

const states = { confirm: 'final', decline: 'declined', withdraw: 'withdrawn' } as const;

/**
 * Checks that the proposer neither approves nor declines, and that only the proposer withdraws. This applies to
 * owners too.
 */
function mayAnswer({ answer, comment }: Input, proposal: Proposal, personId: PersonId): void {
  const isOwn = proposal.proposedBy === personId;
  if (answer === 'withdraw' && !isOwn) throw new Problem('forbidden', tReviews('problem.ownWithdrawal'));
  if (answer !== 'withdraw' && isOwn) throw new Problem('forbidden', tReviews('problem.ownProposal'));
  if (answer === 'decline' && comment === '')
    throw new Problem('invalid', tReviews('problem.declineReason'), {
      fieldErrors: { comment: [tReviews('form.reason')] },
    });
}

/**
 * Approves, declines or withdraws a proposed decision.
 *
 * @throws Problem 'conflict', 'forbidden' or 'invalid'
 */
export async function answerProposal(
  context: Context<PersonActor>,
  input: Input,
): Promise<{ readonly state: 'open' | 'decided' }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    const held = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId), input.version);
    const { caseId } = held;
    if (input.answer === 'confirm')
      requireSeenVersion(await readCurrentSubjects(transaction, businessId, caseId), input.seen);
    const proposal = await findOpenProposal(transaction, businessId, caseId);
    if (proposal === null) throw new Problem('conflict', tReviews('problem.noProposal'));
    mayAnswer(input, proposal, personId);
    const comment = storableText(input.comment) || null;
    await answerDecision(transaction, businessId, proposal.decisionId, {
      state: states[input.answer],
      by: personId,
      at,
      comment,
    });
    const state = input.answer === 'confirm' ? 'decided' : 'open';
    await changeCase(transaction, businessId, caseId, at, {
      state,
      decidedAt: state === 'decided' ? at : null,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: `review-case.${input.answer}`,
      objectType: 'review-case',
      objectId: caseId,
      before: { state: 'proposed', version: input.version },
      after: { decisionId: proposal.decisionId, kind: proposal.kind, comment, state },
    });
    const { subjectKind, subjectId } = held;
    if (state === 'decided')
      await watchService(transaction, context, { businessId, kind: subjectKind, subjectId }, true);
    return { state };
  });
}
