import type { Money, SignedAmount } from './amount.ts';
import { parseSignedAmount } from './amount.ts';

/** Digits as a whole number of their smallest part. */
const inParts = (digits: string, scale: number): bigint => {
  const isNegative = digits.startsWith('-');
  const [whole = '0', fraction = ''] = (isNegative ? digits.slice(1) : digits).split('.');
  const parts = BigInt(whole + fraction.padEnd(scale, '0'));
  return isNegative ? -parts : parts;
};

const scaleOf = (digits: string): number => digits.split('.')[1]?.length ?? 0;

/**
 * `left - right`, exact, may be negative. Both must be in the same currency. Whole numbers alone: lists work it out for
 * each row, and need no library for it in the browser. Throws RangeError outside the range of amounts.
 */
export function difference<C extends string>(left: Money<C>, right: Money<NoInfer<C>>): SignedAmount {
  const scale = Math.max(scaleOf(left.amount), scaleOf(right.amount));
  const parts = inParts(left.amount, scale) - inParts(right.amount, scale);
  const digits = String(parts < 0n ? -parts : parts).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = `${parts < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const parsed = parseSignedAmount(text);
  if (parsed === null) throw new RangeError(`outside the range of amounts: ${text}`);
  return parsed;
}
