import type { Amount, SignedAmount } from './amount.ts';
import { brand } from './brand.ts';
import { formatParts, toCommonParts } from './integer-parts.ts';

/** Digits of a sum, which may exceed the limit of a single amount. */
const plainSum = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Parses a sum that was stored, or computed by the database or the code. Returns null for anything but plain digits. */
export function parseSum(text: string): SignedAmount | null {
  if (!plainSum.test(text)) return null;
  return brand<SignedAmount>(/^-[0.]+$/.test(text) ? text.slice(1) : text);
}

/**
 * Converts digits that the database or the code computed.
 *
 * @throws {RangeError} when they are no plain digits.
 */
export function signedAmount(digits: string): SignedAmount {
  const parsed = parseSum(digits);
  if (parsed === null) throw new RangeError(`not an amount: ${digits}`);
  return parsed;
}

/** Adds without loss. The caller ensures that both have the same currency. */
export function addSigned(left: Amount | SignedAmount, right: Amount | SignedAmount): SignedAmount {
  const parts = toCommonParts(left, right);
  return signedAmount(formatParts(parts.left + parts.right, parts.scale));
}

export function negateSigned(digits: SignedAmount): SignedAmount {
  return signedAmount(digits.startsWith('-') ? digits.slice(1) : `-${digits}`);
}
