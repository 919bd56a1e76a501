import 'server-only';
import { defaultTransactionTimeoutMs } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { readReceived } from '../parse/read-received.ts';
import { callbackCounts } from '../rebuild/record-queries.ts';
import { fromPool } from '../rebuild/verify-queries.ts';
import { isEffective } from '../store/inbox.ts';
import type { StoredCallback } from './reprocess-queries.ts';

const longestMs = 10 * 60_000;
/** What making one deposit anew takes on a slow and busy machine, several times over. */
const msPerDeposit = 5;

/**
 * How long making a payment anew may take: meanwhile its callbacks are asked to come again, and those of no other. One
 * with tens of thousands of deposits takes longer than any request may.
 */
export const budgetForDeposits = (deposits: number): number =>
  Math.min(defaultTransactionTimeoutMs + deposits * msPerDeposit, longestMs);

/** Taking a callback back makes its payment anew, which has a deposit for each of its callbacks at most. */
export async function budgetForMessage(businessId: BusinessId, message: StoredCallback): Promise<number> {
  const { paymentId } = readReceived({ businessId, ...message });
  if (paymentId === null || !isEffective(message.verdict)) return defaultTransactionTimeoutMs;
  const counts = await callbackCounts(fromPool, businessId, [paymentId]);
  // Once to learn what must hold still, and again when it does.
  return budgetForDeposits((counts.get(paymentId) ?? 0) * 2);
}
