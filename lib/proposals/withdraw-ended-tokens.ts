import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { AnsweredKind, LockedProposal } from './define-proposal.ts';
import { listOfEndedTokens, lockProposal, storeWithdrawal } from './store.ts';

/**
 * Withdraws the proposals of a kind whose API token was revoked or has expired, because no one should approve them any more.
 * Returns their number.
 *
 * @param column Names the token: the one that proposed it, or the subject.
 * @param release Does what follows a withdrawal, in its transaction.
 */
export async function withdrawEndedTokens<Change>(
  context: Context<SystemActor>,
  kind: AnsweredKind<Change>,
  column: 'token_id' | 'subject',
  release: (transaction: Transaction, proposal: LockedProposal<Change>) => Promise<void>,
): Promise<number> {
  const at = context.clock.now();
  let count = 0;
  for (const { businessId, proposalId } of await listOfEndedTokens(kind, column, at))
    try {
      const isWithdrawn = await inTransaction(async (transaction) => {
        const proposal = await lockProposal(transaction, kind, { businessId, proposalId });
        if (proposal === null || proposal.isApproved) return false;
        await storeWithdrawal(transaction, businessId, proposalId, at);
        await release(transaction, proposal);
        const answer = { state: 'withdrawn', by: proposal.proposedBy, at, comment: null } as const;
        const entry = kind.describe({ ...proposal, ...answer, answer: 'withdraw' });
        await writeAudit(transaction, context, { businessId, ...entry });
        return true;
      });
      count += isWithdrawn ? 1 : 0;
    } catch (error) {
      // The next run tries it again.
      context.log.error({ error, proposalId }, 'proposal of an ended API token not withdrawn');
    }
  return count;
}
