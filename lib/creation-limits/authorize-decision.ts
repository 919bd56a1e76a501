import 'server-only';
import { isIndependentApprover } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tCreationLimitRefusals } from '#lib/messages/creation-limit-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { ProposalDecision } from './model.ts';

/**
 * Judges the answer to a proposal. Another person than the proposer approves or declines, and only the proposer
 * withdraws. Access that one of the two received from the other within 72 hours rules out an approval. The database
 * checks approvals too.
 *
 * @throws Problem 'forbidden'
 */
export async function authorizeDecision(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, proposedBy }: { readonly businessId: BusinessId; readonly proposedBy: PersonId },
  answer: ProposalDecision,
): Promise<void> {
  const { personId } = context.actor;
  const isOwn = proposedBy === personId;
  if (answer === 'withdraw' && !isOwn)
    throw new Problem('forbidden', tCreationLimitRefusals('problem.notYours'));
  if (answer !== 'withdraw' && isOwn) throw new Problem('forbidden', tCreationLimitRefusals('problem.own'));
  if (answer !== 'approve') return;
  const people = { businessId, proposer: proposedBy, approver: personId };
  if (!(await isIndependentApprover(transaction, people, context.clock.now())))
    throw new Problem('forbidden', tCreationLimitRefusals('problem.dependent'));
}
