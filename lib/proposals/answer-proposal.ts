import 'server-only';
import { authorizeAnswer, requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { AnsweredKind, AnsweredProposal, ProposalKind } from './define-proposal.ts';
import type { ProposalKey } from './store.ts';
import { lockProposal, storeAnswer, storeSetting } from './store.ts';

type Answer = { readonly answer: ProposalAnswer; readonly comment?: string };

/**
 * Approves, declines or withdraws a proposal. An approval takes effect at once.
 *
 * @param authenticate Confirms the person who approves. Without it, a recent sign-in is enough.
 * @throws Problem 'not-found', 'reauthentication-required' for an approval, and those of `storeProposalAnswer`
 */
export async function answerProposal<Change>(
  context: Context<PersonActor>,
  kind: AnsweredKind<Change>,
  input: Answer & { readonly businessId: string; readonly proposalId: string },
  authenticate?: (context: Context<PersonActor>) => Promise<void>,
): Promise<AnsweredProposal<Change>> {
  const { businessId } = requirePermission(context, input.businessId, kind.approver);
  if (input.answer === 'approve') {
    if (authenticate === undefined) await requireRecentAuthentication(context);
    else await authenticate(context);
  }
  return inTransaction(
    async (transaction) => {
      const key = { businessId, proposalId: input.proposalId };
      const answered = await storeProposalAnswer(transaction, context, kind, key, input);
      await kind.onAnswer?.(transaction, context, answered);
      await writeAudit(transaction, context, { businessId, ...kind.describe(answered) });
      return answered;
    },
    'read-committed',
    kind.timeoutMs,
  );
}

/**
 * Judges and stores an answer in the caller's transaction, and the setting that it approves. The caller has checked the
 * permission and writes the audit entry.
 *
 * @throws Problem 'forbidden' for the wrong person, 'invalid' without a reason that is needed, and 'conflict' when it was
 * answered already or the value has changed
 */
export async function storeProposalAnswer<Change>(
  transaction: Transaction,
  context: Context<PersonActor>,
  kind: ProposalKind<Change>,
  key: { readonly businessId: BusinessId } & ProposalKey,
  { answer, comment }: Answer,
): Promise<AnsweredProposal<Change>> {
  const { proposer, approver, declineTakesReason = false, problems } = kind;
  const proposal = await lockProposal(transaction, kind, key);
  if (proposal === null || (proposal.isApproved && answer !== 'withdraw'))
    throw new Problem('conflict', problems.gone);
  const { businessId, proposalId, proposedBy, tokenId, subject } = proposal;
  const judged = {
    businessId,
    proposedBy,
    tokenId,
    proposer,
    approver,
    declineTakesReason,
    ...(problems.lostAccess !== undefined && { lostAccess: problems.lostAccess }),
  };
  const outcome = await authorizeAnswer(transaction, context, judged, {
    answer,
    ...(comment !== undefined && { comment }),
  });
  if (answer === 'approve' && proposal.isOutdated)
    throw new Problem('conflict', problems.changed ?? problems.gone);
  await storeAnswer(transaction, businessId, proposalId, outcome);
  if (answer === 'approve') await storeSetting(transaction, kind, { businessId, subject }, proposal.after);
  return { ...proposal, ...outcome, answer };
}
