import 'server-only';
import { usualPatienceMs } from '#lib/platform/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { readReceived } from './read-received.ts';
import { callbackCounts } from './record-queries.ts';
import type { HeardMessage } from './reprocess-queries.ts';
import { isEffective } from './store-inbox.ts';
import { fromPool } from './verify-queries.ts';

const longestMs = 10 * 60_000;
/** What making one deposit anew takes on a slow and busy machine, several times over. */
const msPerDeposit = 5;

/**
 * How long making a payment anew may take: meanwhile its callbacks are asked to come again, and those of no other. One
 * with tens of thousands of deposits takes longer than any request may.
 */
export const patienceFor = (deposits: number): number =>
  Math.min(usualPatienceMs + deposits * msPerDeposit, longestMs);

/** Taking a callback back makes its payment anew, which has a deposit for each of its callbacks at most. */
export async function patienceOf(businessId: BusinessId, message: HeardMessage): Promise<number> {
  const { paymentId } = readReceived({ businessId, ...message });
  if (paymentId === null || !isEffective(message.verdict)) return usualPatienceMs;
  const counts = await callbackCounts(fromPool, businessId, [paymentId]);
  // Once to learn what must hold still, and again when it does.
  return patienceFor((counts.get(paymentId) ?? 0) * 2);
}
