import 'server-only';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { controlAnswers } from '../settings/schema.ts';

/**
 * Rejects an approval by the proposer, a withdrawal by another person, a decline without a reason, and an approval if
 * either person is no longer eligible.
 *
 * @throws Problem 'forbidden', 'invalid' or 'conflict'
 */
export function requireMayAnswer(
  { answer, comment }: { readonly answer: (typeof controlAnswers)[number]; readonly comment: string },
  proposedBy: PersonId,
  personId: PersonId,
  eligible: ReadonlySet<PersonId>,
): void {
  const isOwn = proposedBy === personId;
  if (answer === 'withdraw' && !isOwn)
    throw new Problem('forbidden', tReviewRefusals('problem.ownWithdrawal'));
  if (answer !== 'withdraw' && isOwn) throw new Problem('forbidden', tReviewRefusals('problem.ownProposal'));
  if (answer === 'decline' && comment === '')
    throw new Problem('invalid', tReviewRefusals('problem.declineReason'), {
      fieldErrors: { comment: [tReviewRefusals('form.reason')] },
    });
  if (answer !== 'withdraw' && !eligible.has(personId))
    throw new Problem('forbidden', tReviewRefusals('problem.noLongerEligible'));
  if (answer === 'approve' && !eligible.has(proposedBy))
    throw new Problem('conflict', tReviewRefusals('problem.proposerNotEligible'));
}
