import Big from 'big.js';
import type { Amount, Total } from './amount.ts';
import { brand } from './brand.ts';

// Strict: floating-point numbers are refused, and losing digits throws.
const Exact = Big();
Exact.strict = true;

export const zeroTotal: Total = brand<Total>('0');

const total = (value: Big): Total => brand<Total>(value.toFixed());

/** Adds without loss. The caller ensures that both have the same currency. */
export const plus = (sum: Total, addend: Total | Amount): Total => total(new Exact(sum).plus(addend));

/** Subtracts an amount that is part of the sum, without loss. */
export const minus = (sum: Total, amount: Amount): Total => total(new Exact(sum).minus(amount));

/** Compares a total and an amount of one currency: negative, 0 or positive. */
export const compareTotal = (sum: Total, other: Total | Amount): number => new Exact(sum).cmp(other);
