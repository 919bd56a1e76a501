import type { Amount, SignedAmount, Total } from './amount.ts';
import { parseSignedAmount } from './amount.ts';
import { brand } from './brand.ts';
import { compareParts, formatParts, toCommonParts } from './integer-parts.ts';

export const zeroTotal: Total = brand<Total>('0');

/** Adds without loss. The caller ensures that both have the same currency. */
export function plus(sum: Total, addend: Total | Amount): Total {
  const { left, right, scale } = toCommonParts(sum, addend);
  return brand<Total>(formatParts(left + right, scale));
}

/** Subtracts an amount that is part of the sum, without loss. */
export function minus(sum: Total, amount: Amount): Total {
  const { left, right, scale } = toCommonParts(sum, amount);
  return brand<Total>(formatParts(left - right, scale));
}

/**
 * Returns `left - right` without loss, which may be negative. The caller ensures that both have the same currency.
 *
 * @throws {RangeError} outside the range of amounts.
 */
export function subtractTotal(left: Total, right: Total): SignedAmount {
  const parts = toCommonParts(left, right);
  const text = formatParts(parts.left - parts.right, parts.scale);
  const parsed = parseSignedAmount(text);
  if (parsed === null) throw new RangeError(`outside the range of amounts: ${text}`);
  return parsed;
}

/** Compares a total and an amount of one currency: negative, 0 or positive. */
export const compareTotal = (sum: Total, other: Total | Amount): number => compareParts(sum, other);
