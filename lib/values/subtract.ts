import type { Amount, Money, SignedAmount } from './amount.ts';
import { parseSignedAmount } from './amount.ts';
import { compareParts, formatParts, toCommonParts } from './integer-parts.ts';

/**
 * Returns `left - right` without loss, which may be negative. Both must have the same currency. Uses integers only,
 * because lists compute it per row in the browser without a library.
 *
 * @throws {RangeError} outside the range of amounts.
 */
export function subtract<C extends string>(left: Money<C>, right: Money<NoInfer<C>>): SignedAmount {
  const parts = toCommonParts(left.amount, right.amount);
  const text = formatParts(parts.left - parts.right, parts.scale);
  const parsed = parseSignedAmount(text);
  if (parsed === null) throw new RangeError(`outside the range of amounts: ${text}`);
  return parsed;
}

/** Compares two amounts of one currency by value: negative, 0 or positive. */
export const compareAmounts = (left: Amount | SignedAmount, right: Amount | SignedAmount): number =>
  compareParts(left, right);
