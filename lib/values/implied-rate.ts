import Big from 'big.js';
import type { Amount, Money } from './amount.ts';
import { parseAmount } from './amount.ts';

// Strict: floating-point numbers are refused.
const Quotient = Big();
Quotient.strict = true;
Quotient.DP = 40;

/** Digits that identify a rate. More would suggest a precision that two rounded amounts don't have. */
const significantDigits = 8;

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
export function impliedRate<Kind extends string>(
  kind: Kind,
  [amount, currency]: RecordedMoney,
  [base, baseCurrency]: RecordedMoney,
): ImpliedRate<Kind> | null {
  if (amount === null || base === null || currency === null || baseCurrency === null) return null;
  if (currency === baseCurrency || !/[1-9]/.test(amount) || !/[1-9]/.test(base)) return null;
  const quotient = new Quotient(amount).div(base).prec(significantDigits, Big.roundHalfUp);
  const rate = parseAmount(quotient.toFixed());
  return rate && { kind, rate, amount: { amount, currency }, base: { amount: base, currency: baseCurrency } };
}
