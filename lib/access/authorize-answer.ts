import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { JudgedProposal } from './approval-queries.ts';
import { findProposalBlocks } from './approval-queries.ts';
import { lockMembersWith } from './membership-store.ts';
import { answerStates, describeApprovalBlocks } from './model.ts';
import type { Permission } from './permissions.ts';
import type { ProposalAnswer } from './schema.ts';

/** The facts that decide who may answer a proposal. */
type AnsweredProposal = {
  readonly businessId: BusinessId;
  readonly proposedBy: PersonId;
  /** The API token that proposed it. It is its maker and everyone who approved it. */
  readonly tokenId?: string | null;
  /** The permission to propose, which the proposer must still have. Null: they may have lost it since. */
  readonly proposer: Permission | null;
  /** The permission to approve and to decline. */
  readonly approver: Permission;
  /** The message for a proposer without the permission. */
  readonly lostAccess?: string;
  /** A person who declines says why. */
  readonly declineTakesReason?: boolean;
};

/** An answer as it is stored. */
export type AnswerOutcome = {
  readonly state: (typeof answerStates)[ProposalAnswer];
  readonly by: PersonId;
  readonly at: Instant;
  readonly comment: string | null;
};

/**
 * Judges the answer to any proposal and returns it as it is stored. Another person than the proposer approves or declines,
 * owners included, and only the proposer withdraws. For an approval, both must still have their permission, and be
 * independent. The memberships and accounts of the two are locked until the transaction ends, because the database checks
 * approvals again when they are stored.
 *
 * @throws Problem 'forbidden' for the wrong person, 'invalid' without a reason that is needed, and 'conflict' when the
 * proposer lost the permission
 */
export async function authorizeAnswer(
  transaction: Transaction,
  context: Context<PersonActor>,
  proposal: AnsweredProposal,
  { answer, comment = '' }: { readonly answer: ProposalAnswer; readonly comment?: string },
): Promise<AnswerOutcome> {
  const { businessId, proposedBy, tokenId = null, proposer, approver, lostAccess } = proposal;
  const { declineTakesReason = false } = proposal;
  const { personId } = context.actor;
  const isOwn = proposedBy === personId;
  if (answer === 'withdraw' && !isOwn) throw new Problem('forbidden', tAccess('proposal.notYours'));
  if (answer !== 'withdraw' && isOwn) throw new Problem('forbidden', tAccess('proposal.own'));
  if (answer === 'decline' && declineTakesReason && comment === '')
    throw new Problem('invalid', tAccess('proposal.declineReason'), {
      fieldErrors: { comment: [tAccess('proposal.reason')] },
    });
  if (answer !== 'withdraw') {
    const proposers =
      answer === 'approve' && proposer !== null
        ? await lockMembersWith(transaction, businessId, proposer, [proposedBy])
        : null;
    const approvers = await lockMembersWith(transaction, businessId, approver, [personId]);
    // The permission may have been taken away since the request began.
    if (!approvers.has(personId)) throw new Problem('forbidden', tAccess('proposal.accessChanged'));
    if (proposers !== null && !proposers.has(proposedBy))
      throw new Problem('conflict', lostAccess ?? tAccess('proposal.proposerLostAccess'));
  }
  const at = context.clock.now();
  if (answer === 'approve') {
    const judged = { businessId, approver: personId, proposedById: proposedBy, tokenId };
    await requireIndependence(transaction, judged, at);
  }
  return { state: answerStates[answer], by: personId, at, comment: storableText(comment) || null };
}

/** The message says why the approver can't approve and from when they can. */
async function requireIndependence(
  transaction: Transaction,
  {
    businessId,
    approver,
    ...proposal
  }: JudgedProposal & {
    readonly businessId: BusinessId;
    readonly approver: PersonId;
  },
  now: Instant,
): Promise<void> {
  const judge = await findProposalBlocks(transaction, { businessId, approver, proposals: [proposal] }, now);
  const blocks = judge(proposal);
  if (blocks.length > 0) throw new Problem('forbidden', describeApprovalBlocks(blocks));
}
