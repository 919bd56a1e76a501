import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount, parseAmount, parseSignedAmount } from '#lib/values/amount.ts';
import { add, compareAmounts, isZero } from '#lib/values/arithmetic.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import { difference } from '#lib/values/difference.ts';

/** Exact arithmetic of the twin. No amount ever passes through a double. */

export const zero = amount('0');

const money = (value: Amount) => ({ amount: value, currency: '' });

/** `left + right`; the caller vouches that both are in one currency. */
export const plus = (left: Amount, right: Amount): Amount => add(money(left), money(right)).amount;

/** `left - right`, or 0 where that would be negative. */
export function minus(left: Amount, right: Amount): Amount {
  return parseAmount(difference(money(left), money(right))) ?? zero;
}

/** `left - right` with its sign. */
export const signedDifference = (left: Amount, right: Amount): SignedAmount =>
  difference(money(left), money(right));

export const isMore = (left: Amount, right: Amount): boolean => compareAmounts(left, right) > 0;
export const isLess = (left: Amount, right: Amount): boolean => compareAmounts(left, right) < 0;
export const sum = (amounts: readonly Amount[]): Amount => amounts.reduce(plus, zero);
export { isZero };

/** A rate or a share as a fraction of whole numbers, so that no digit is lost before the one rounding. */
export type Ratio = { readonly over: bigint; readonly under: bigint };

export const one: Ratio = { over: 1n, under: 1n };
export const inverse = ({ over, under }: Ratio): Ratio => ({ over: under, under: over });
export const times = (left: Ratio, right: Ratio): Ratio => ({
  over: left.over * right.over,
  under: left.under * right.under,
});

/** An amount as a ratio: `0.5` is 5/10. */
export function toRatio(value: Amount): Ratio {
  const [whole = '0', fraction = ''] = value.split('.');
  return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) };
}

/** `value × ratio`, rounded half up to `scale` fraction digits. Throws RangeError beyond 35 integer digits. */
export function multiplyRatio(value: Amount, ratio: Ratio, scale: number): Amount {
  const { over, under } = times(toRatio(value), ratio);
  if (under === 0n) throw new RangeError('division by zero');
  const units = (over * 10n ** BigInt(scale) * 2n + under) / (under * 2n);
  const digits = units.toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  const parsed = parseAmount(text);
  if (parsed === null) throw new RangeError(`outside the range of amounts: ${text}`);
  return parsed;
}

/** Drops fraction zeros at the end, but keeps at least `least` fraction digits. */
export function tidy(value: Amount, least = 0): Amount {
  const [whole = '0', fraction = ''] = value.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0');
  return amount(kept === '' ? whole : `${whole}.${kept}`);
}

/** Digits in which the twin counts a fiat currency: prices in minor units, fees and credits two digits finer. */
export const priceScale = (currency: string): number => fiatFractionDigits(currency);
export const feeScale = (currency: string): number => fiatFractionDigits(currency) + 2;

/** A loss that may be a gain, from two amounts of one currency. */
export function signedTidy(value: SignedAmount): SignedAmount {
  const negative = value.startsWith('-');
  const plain = tidy(amount(negative ? value.slice(1) : value));
  return parseSignedAmount(negative ? `-${plain}` : plain) ?? value;
}
