import 'server-only';
import { isIndependentApprover, lockMembersWith } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { ProposalOutcome } from '../store/proposals.ts';

/** The stored state for each answer. */
const states = { confirm: 'final', approve: 'final', decline: 'declined', withdraw: 'withdrawn' } as const;

type Input = { readonly answer: keyof typeof states; readonly comment: string };

/**
 * Judges the answer to any proposal of the desk: a decision, a reopening, a change of settings or of a rule. Another
 * person than the proposer approves or declines, owners included, and only the proposer withdraws. The roles are locked
 * until the transaction ends, because the database checks them again when the answer is stored. Access that
 * one of the two received from the other within 72 hours rules out an approval. The database checks that too.
 *
 * @throws Problem 'forbidden', 'invalid' without a reason for a decline, and 'conflict' if `proposerStaysEligible` and the
 * proposer has no role any more
 */
export async function authorizeDecision(
  transaction: Transaction,
  context: Context<PersonActor>,
  proposal: {
    readonly businessId: BusinessId;
    readonly proposedBy: PersonId;
    readonly proposerStaysEligible?: boolean;
  },
  { answer, comment }: Input,
): Promise<ProposalOutcome> {
  const { businessId, proposedBy, proposerStaysEligible = false } = proposal;
  const { personId } = context.actor;
  const isOwn = proposedBy === personId;
  if (answer === 'withdraw' && !isOwn)
    throw new Problem('forbidden', tReviewRefusals('problem.ownWithdrawal'));
  if (answer !== 'withdraw' && isOwn) throw new Problem('forbidden', tReviewRefusals('problem.ownProposal'));
  if (answer === 'decline' && comment === '')
    throw new Problem('invalid', tReviewRefusals('problem.declineReason'), {
      fieldErrors: { comment: [tReviewRefusals('form.reason')] },
    });
  const eligible = await lockMembersWith(transaction, businessId, 'review.work');
  if (answer !== 'withdraw' && !eligible.has(personId))
    throw new Problem('forbidden', tReviewRefusals('problem.noLongerEligible'));
  if (proposerStaysEligible && states[answer] === 'final' && !eligible.has(proposedBy))
    throw new Problem('conflict', tReviewRefusals('problem.proposerNotEligible'));
  const at = context.clock.now();
  const people = { businessId, proposer: proposedBy, approver: personId };
  if (states[answer] === 'final' && !(await isIndependentApprover(transaction, people, at)))
    throw new Problem('forbidden', tReviewRefusals('problem.accessFromProposer'));
  return {
    state: states[answer],
    by: personId,
    at,
    comment: storableText(comment) || null,
  };
}
