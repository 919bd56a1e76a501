import 'server-only';
import { parseSignedAmount } from '#lib/values/amount.ts';
import { roundSignificant } from '#lib/values/arithmetic.ts';

/** A spreadsheet keeps this many significant digits of a number. */
const keptDigits = 15;
const plainNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Returns whether a spreadsheet keeps all digits of a number. */
export function isExactNumber(text: string): boolean {
  if (!plainNumber.test(text)) return false;
  return text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length <= keptDigits;
}

/** Rounds an amount to the digits that a spreadsheet keeps, so that it sums. Text that is no number becomes empty. */
export function roundToExactNumber(text: string): string {
  if (isExactNumber(text)) return text;
  const value = plainNumber.test(text) ? parseSignedAmount(text) : null;
  return value === null ? '' : roundSignificant(value, keptDigits);
}
