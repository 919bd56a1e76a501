import type { Amount, Money } from './amount.ts';
import { parseAmount } from './amount.ts';
import { formatParts, toCommonParts } from './integer-parts.ts';

/** Digits that identify a rate. More would suggest a precision that two rounded amounts don't have. */
const significantDigits = 8;

/** Returns the digits of `amount ÷ base`, rounded half up to the significant ones. Neither may be zero. */
function divideToSignificant(amount: string, base: string): string {
  const { left, right } = toCommonParts(amount, base);
  const smallest = 10n ** BigInt(significantDigits - 1);
  const shift = (scale: number): [dividend: bigint, divisor: bigint] =>
    scale < 0 ? [left, right * 10n ** BigInt(-scale)] : [left * 10n ** BigInt(scale), right];
  // The quotient of two integers may have one digit more than the difference of their lengths.
  let scale = significantDigits - (String(left).length - String(right).length);
  let [dividend, divisor] = shift(scale);
  if (dividend / divisor >= smallest * 10n) [dividend, divisor] = shift(--scale);
  const rounded = (2n * dividend + divisor) / (2n * divisor);
  return scale < 0 ? String(rounded * 10n ** BigInt(-scale)) : formatParts(rounded, scale);
}

/** The exchange rate that two recorded amounts of one record imply. The service reports no rates. */
export type ImpliedRate<Kind extends string = string> = {
  /** The pair of amounts that it compares. */
  readonly kind: Kind;
  /** One unit of the currency of `base` in the currency of `amount`. */
  readonly rate: Amount;
  readonly amount: Money;
  readonly base: Money;
};

type RecordedMoney = readonly [amount: Amount | null, currency: string | null];

/**
 * Returns the rate between two recorded amounts, `amount ÷ base`. Null when one isn't reported or is zero, or when both
 * have the same currency.
 */
export function calculateImpliedRate<Kind extends string>(
  kind: Kind,
  [amount, currency]: RecordedMoney,
  [base, baseCurrency]: RecordedMoney,
): ImpliedRate<Kind> | null {
  if (amount === null || base === null || currency === null || baseCurrency === null) return null;
  if (currency === baseCurrency || !/[1-9]/.test(amount) || !/[1-9]/.test(base)) return null;
  const rate = parseAmount(divideToSignificant(amount, base));
  return rate && { kind, rate, amount: { amount, currency }, base: { amount: base, currency: baseCurrency } };
}
