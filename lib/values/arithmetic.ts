import Big from 'big.js';
import type { Amount, Money, SignedAmount } from './amount.ts';
import { parseAmount } from './amount.ts';

// Strict: floating-point numbers are refused, and losing digits throws.
const Exact = Big();
Exact.strict = true;

type Digits = Amount | SignedAmount;

/** Adds without loss. Types and run time refuse two currencies. */
export function add<C extends string>(left: Money<C>, right: Money<NoInfer<C>>): Money<C> {
  if (left.currency !== right.currency)
    throw new TypeError(`${left.currency} and ${right.currency} do not add`);
  return { amount: positive(new Exact(left.amount).plus(right.amount)), currency: left.currency };
}

/** Returns `amount × factor`, rounded half up to `scale` fraction digits. */
export function multiply(amount: Amount, factor: Amount, scale: number): Amount {
  return positive(new Exact(amount).times(factor).round(scale, Big.roundHalfUp));
}

/** Returns `amount ÷ divisor`, rounded half up to `scale` fraction digits. */
export function divide(amount: Amount, divisor: Amount, scale: number): Amount {
  const Scaled = Big();
  Scaled.strict = true;
  Scaled.DP = scale;
  Scaled.RM = Big.roundHalfUp;
  return positive(new Scaled(amount).div(divisor));
}

/** Rounds half up to this many significant digits. */
export const roundSignificant = (value: Digits, digits: number): string =>
  new Exact(value).prec(digits, Big.roundHalfUp).toFixed();

function positive(value: Big): Amount {
  const parsed = parseAmount(value.toFixed());
  if (parsed === null) throw new RangeError(`outside the range of amounts: ${value.toFixed()}`);
  return parsed;
}

export const isZero = (value: Digits): boolean => new Exact(value).eq('0');
