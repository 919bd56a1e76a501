import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';

/** The actions whose entries are anchored at once instead of at the next interval. */
const decisions: ReadonlySet<string> = new Set([
  'review-case.propose',
  'review-case.decide',
  'review-case.confirm',
  'review-case.decline',
  'review-case.withdraw',
  'review-case.reopen',
  'review-case.file-report',
  'review-case.amend-report',
]);

/** Requests an anchor when `transaction` commits, if the action is a review decision. */
export async function requestAnchor(
  transaction: Transaction,
  chainId: string,
  action: string,
): Promise<void> {
  if (!decisions.has(action)) return;
  await transaction.$executeRaw`INSERT INTO audit_anchor_request (chain_id) VALUES (${chainId}::uuid)`;
}
