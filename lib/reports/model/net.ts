import type { SignedAmount } from '#lib/values/amount.ts';
import { subtractTotal, zeroTotal } from '#lib/values/total.ts';
import type { Total } from '../schema/overview.ts';

/** Returns the exact sum. No rows are 0, but an amount that isn't reported makes the sum unknown. */
const readSum = ({ total, known, count }: Total) => (count === 0 ? zeroTotal : known < count ? null : total);

/** Returns credited minus deducted money in one settlement currency, or null if the service hasn't reported all of it. */
export function calculateNet(received: Total, sent: Total): SignedAmount | null {
  const [left, right] = [readSum(received), readSum(sent)];
  return left === null || right === null ? null : subtractTotal(left, right);
}
