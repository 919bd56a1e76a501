import Big from 'big.js';
import type { Amount, Total } from './amount.ts';
import { brand } from './brand.ts';

// Strict: a double can never slip in, and losing digits on the way out throws.
const Exact = Big();
Exact.strict = true;

export const nothing: Total = brand<Total>('0');

const total = (value: Big): Total => brand<Total>(value.toFixed());

/** `sum + more`, exact. The caller sees to it that both are in one currency. */
export const plus = (sum: Total, more: Total | Amount): Total => total(new Exact(sum).plus(more));

/** `sum - less`, exact, of an amount that is in the sum. */
export const minus = (sum: Total, less: Amount): Total => total(new Exact(sum).minus(less));

/** Order of a total and an amount of one currency: negative, 0 or positive. */
export const compareTotal = (sum: Total, other: Total | Amount): number => new Exact(sum).cmp(other);
