import 'server-only';
import { defaultTransactionTimeoutMs } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseCallbackBody } from '../parse/parse-callback-body.ts';
import { countCallbacks } from '../rebuild/record-queries.ts';
import { queryPool } from '../rebuild/verify-queries.ts';
import { isEffective } from '../store/inbox.ts';
import type { StoredCallback } from './reprocess-queries.ts';

const maxMs = 10 * 60_000;
/** The time to rebuild one deposit on a slow, busy machine, several times over. */
const msPerDeposit = 5;

/**
 * Returns the time budget for rebuilding a payment, in milliseconds. Its callbacks are asked to retry during that
 * time. A payment with tens of thousands of deposits takes longer than a request may.
 */
export const calculateRebuildBudgetMs = (deposits: number): number =>
  Math.min(defaultTransactionTimeoutMs + deposits * msPerDeposit, maxMs);

/**
 * Returns the time budget for reprocessing a message. Undoing a callback rebuilds its payment, which has at most one
 * deposit per callback.
 */
export async function calculateReprocessBudgetMs(
  businessId: BusinessId,
  message: StoredCallback,
): Promise<number> {
  const { paymentId } = parseCallbackBody({ businessId, ...message });
  if (paymentId === null || !isEffective(message.verdict)) return defaultTransactionTimeoutMs;
  const counts = await countCallbacks(queryPool, businessId, [paymentId]);
  // Once to find the records to lock, and once under the locks.
  return calculateRebuildBudgetMs((counts.get(paymentId) ?? 0) * 2);
}
