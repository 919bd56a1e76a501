/**
 * Exact decimal digits as integers of their smallest unit. Pages compute with them in the browser, where a library of
 * decimals would be a tenth of a record's own code.
 */

/** Counts the digits after the point. */
const countFractionDigits = (digits: string): number => digits.split('.')[1]?.length ?? 0;

/** Converts digits to an integer with `scale` digits after the point. `scale` must not cut any off. */
export function toParts(digits: string, scale: number): bigint {
  const isNegative = digits.startsWith('-');
  const [whole = '0', fraction = ''] = (isNegative ? digits.slice(1) : digits).split('.');
  const parts = BigInt(whole + fraction.padEnd(scale, '0'));
  return isNegative ? -parts : parts;
}

/** Converts two numbers to integers of one unit, with the digits after its point. */
export function toCommonParts(left: string, right: string): { left: bigint; right: bigint; scale: number } {
  const scale = Math.max(countFractionDigits(left), countFractionDigits(right));
  return { left: toParts(left, scale), right: toParts(right, scale), scale };
}

/** Returns the digits of an integer with `scale` digits after the point, without trailing zeros. */
export function formatParts(parts: bigint, scale: number): string {
  const digits = String(parts < 0n ? -parts : parts).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${parts < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Compares two numbers by value: negative, 0 or positive. */
export function compareParts(first: string, second: string): number {
  const { left, right } = toCommonParts(first, second);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
