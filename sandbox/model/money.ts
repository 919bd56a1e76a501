import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount, parseAmount, parseSignedAmount } from '#lib/values/amount.ts';
import { add, isZero } from '#lib/values/arithmetic.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import { compareAmounts, subtract } from '#lib/values/subtract.ts';

/** Exact arithmetic. No amount is ever converted to a double. */

export const zero = amount('0');

const money = (value: Amount) => ({ amount: value, currency: '' });

/** Returns `left + right`. The caller ensures that both are in the same currency. */
export const plus = (left: Amount, right: Amount): Amount => add(money(left), money(right)).amount;

/** Returns `left - right`, or 0 where that would be negative. */
export function minus(left: Amount, right: Amount): Amount {
  return parseAmount(subtract(money(left), money(right))) ?? zero;
}

/** Returns `left - right` with its sign. */
export const signedDifference = (left: Amount, right: Amount): SignedAmount =>
  subtract(money(left), money(right));

export const isGreater = (left: Amount, right: Amount): boolean => compareAmounts(left, right) > 0;
export const isLess = (left: Amount, right: Amount): boolean => compareAmounts(left, right) < 0;
export const sum = (amounts: readonly Amount[]): Amount => amounts.reduce(plus, zero);
export { isZero };

/** A rate or share as a fraction of integers, so that only the final rounding loses digits. */
export type Ratio = { readonly over: bigint; readonly under: bigint };

export const ratioOne: Ratio = { over: 1n, under: 1n };
export const invertRatio = ({ over, under }: Ratio): Ratio => ({ over: under, under: over });
export const multiplyRatios = (left: Ratio, right: Ratio): Ratio => ({
  over: left.over * right.over,
  under: left.under * right.under,
});

/** Converts an amount to a ratio: `0.5` is 5/10. */
export function toRatio(value: Amount): Ratio {
  const [whole = '0', fraction = ''] = value.split('.');
  return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) };
}

/**
 * Returns `value × ratio`, rounded half up to `scale` fraction digits.
 *
 * @throws RangeError beyond 35 integer digits
 */
export function applyRatio(value: Amount, ratio: Ratio, scale: number): Amount {
  const { over, under } = multiplyRatios(toRatio(value), ratio);
  if (under === 0n) throw new RangeError('division by zero');
  const units = (over * 10n ** BigInt(scale) * 2n + under) / (under * 2n);
  const digits = units.toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  const parsed = parseAmount(text);
  if (parsed === null) throw new RangeError(`outside the range of amounts: ${text}`);
  return parsed;
}

/** Removes trailing fraction zeros, but keeps at least `least` fraction digits. */
export function trimZeros(value: Amount, least = 0): Amount {
  const [whole = '0', fraction = ''] = value.split('.');
  const shownFraction = fraction.replace(/0+$/, '').padEnd(least, '0');
  return amount(shownFraction === '' ? whole : `${whole}.${shownFraction}`);
}

/** Fraction digits of a fiat currency: prices in minor units, fees and credits with two more digits. */
export const priceScale = (currency: string): number => fiatFractionDigits(currency);
export const feeScale = (currency: string): number => fiatFractionDigits(currency) + 2;

/** Like {@link tidy}, for a loss that can be negative. */
export function trimSignedZeros(value: SignedAmount): SignedAmount {
  const negative = value.startsWith('-');
  const plain = trimZeros(amount(negative ? value.slice(1) : value));
  return parseSignedAmount(negative ? `-${plain}` : plain) ?? value;
}
