import type { Amount, Money, SignedAmount } from './amount.ts';
import { parseSignedAmount } from './amount.ts';

/** Converts digits to an integer of their smallest unit. */
const inParts = (digits: string, scale: number): bigint => {
  const isNegative = digits.startsWith('-');
  const [whole = '0', fraction = ''] = (isNegative ? digits.slice(1) : digits).split('.');
  const parts = BigInt(whole + fraction.padEnd(scale, '0'));
  return isNegative ? -parts : parts;
};

const countFractionDigits = (digits: string): number => digits.split('.')[1]?.length ?? 0;

/**
 * Returns `left - right` without loss, which may be negative. Both must have the same currency. Uses integers only,
 * because lists compute it per row in the browser without a library.
 *
 * @throws {RangeError} outside the range of amounts.
 */
export function difference<C extends string>(left: Money<C>, right: Money<NoInfer<C>>): SignedAmount {
  const scale = Math.max(countFractionDigits(left.amount), countFractionDigits(right.amount));
  const parts = inParts(left.amount, scale) - inParts(right.amount, scale);
  const digits = String(parts < 0n ? -parts : parts).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = `${parts < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const parsed = parseSignedAmount(text);
  if (parsed === null) throw new RangeError(`outside the range of amounts: ${text}`);
  return parsed;
}

/** Compares two amounts of one currency by value: negative, 0 or positive. */
export function compareAmounts(left: Amount | SignedAmount, right: Amount | SignedAmount): number {
  const scale = Math.max(countFractionDigits(left), countFractionDigits(right));
  const parts = inParts(left, scale) - inParts(right, scale);
  if (parts === 0n) return 0;
  return parts < 0n ? -1 : 1;
}
