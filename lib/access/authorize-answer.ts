import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { isIndependentApprover, lockMembersWith } from './membership-store.ts';
import type { Permission } from './permissions.ts';

/**
 * Judges the answer to a proposal. Another person than the proposer approves or declines, and only the proposer
 * withdraws. For an approval, both must still have the permission, and access that one of the two received from the
 * other within 72 hours rules it out. The memberships and accounts of the two are locked until the transaction ends, because the
 * database checks approvals again when they are stored.
 *
 * @param proposal `lostAccess`: the message for a proposer without the permission
 * @throws Problem 'forbidden' for the wrong person, and 'conflict' when the proposer lost the permission
 */
export async function authorizeAnswer(
  transaction: Transaction,
  context: Context<PersonActor>,
  proposal: {
    readonly businessId: BusinessId;
    readonly proposedBy: PersonId;
    readonly permission: Permission;
    readonly lostAccess: string;
  },
  answer: 'approve' | 'decline' | 'withdraw',
): Promise<void> {
  const { businessId, proposedBy, permission, lostAccess } = proposal;
  const { personId } = context.actor;
  const isOwn = proposedBy === personId;
  if (answer === 'withdraw' && !isOwn) throw new Problem('forbidden', tAccess('proposal.notYours'));
  if (answer !== 'withdraw' && isOwn) throw new Problem('forbidden', tAccess('proposal.own'));
  if (answer !== 'approve') return;
  const members = await lockMembersWith(transaction, businessId, permission, [personId, proposedBy]);
  // The permission may have been taken away since the request began.
  if (!members.has(personId)) throw new Problem('forbidden', tAccess('proposal.accessChanged'));
  if (!members.has(proposedBy)) throw new Problem('conflict', lostAccess);
  const people = { businessId, proposer: proposedBy, approver: personId };
  if (!(await isIndependentApprover(transaction, people, context.clock.now())))
    throw new Problem('forbidden', tAccess('proposal.dependent'));
}
