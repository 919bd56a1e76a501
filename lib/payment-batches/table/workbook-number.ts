import 'server-only';
import { toPlainDigits } from '#lib/values/amount.ts';
import type { TableCell } from '../model/row.ts';

/** Spreadsheets store numbers as doubles, which hold 15 digits exactly. */
const exactDigits = 15;
/** Spreadsheets write fewer characters. The time to count digits grows with the square of the length. */
const maxLength = 100;

const countSignificant = (plain: string): number =>
  plain.replace(/^-/, '').replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
const countWhole = (plain: string): number =>
  (plain.replace(/^-/, '').split('.')[0] ?? '').replace(/^0+/, '').length;

/**
 * Reads the stored text of a number. Excel writes 17 digits, as in 1.1000000000000001 for 1.1. Where 15 digits name the
 * same double, they are what the person typed. Any other number with more digits is inexact.
 */
export function readWorkbookNumber(raw: string): TableCell {
  if (raw.length > maxLength) return { text: raw, problem: 'inexact' };
  const plain = toPlainDigits(raw);
  if (plain === null) return { text: raw };
  if (countWhole(plain) > exactDigits) return { text: plain, problem: 'inexact' };
  if (countSignificant(plain) <= exactDigits) return { text: plain };
  const double = Number(raw);
  const short = double.toPrecision(exactDigits);
  const shortened = toPlainDigits(short);
  if (shortened === null || Number(short) !== double) return { text: plain, problem: 'inexact' };
  return { text: shortened.includes('.') ? shortened.replace(/\.?0+$/, '') : shortened };
}
