import 'server-only';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { controlAnswers } from '../settings/schema.ts';

/**
 * Refuses the proposer's own approval, a withdrawal by anybody else, a decline without a reason, and an approval where
 * either person is no longer eligible.
 *
 * @throws Problem 'forbidden', 'invalid' or 'conflict'
 */
export function refuseAnswer(
  { answer, comment }: { readonly answer: (typeof controlAnswers)[number]; readonly comment: string },
  proposedBy: PersonId,
  personId: PersonId,
  eligible: ReadonlySet<PersonId>,
): void {
  const isOwn = proposedBy === personId;
  if (answer === 'withdraw' && !isOwn)
    throw new Problem('forbidden', 'Only the person who proposed it can withdraw it. Decline it instead.');
  if (answer !== 'withdraw' && isOwn)
    throw new Problem('forbidden', 'You proposed this. Another person has to approve or decline it.');
  if (answer === 'decline' && comment === '')
    throw new Problem('invalid', 'Say why you decline it.', { fieldErrors: { comment: ['Say why'] } });
  if (answer !== 'withdraw' && !eligible.has(personId))
    throw new Problem('forbidden', 'You no longer have the role Owner or Compliance here.');
  if (answer === 'approve' && !eligible.has(proposedBy))
    throw new Problem(
      'conflict',
      'The person who proposed this is no longer active as Owner or Compliance. Decline it and propose it again.',
    );
}
