import 'server-only';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { Problem } from '#lib/values/errors.ts';
import type { FileSeparator } from '../model/fields.ts';
import { separators } from '../model/fields.ts';

/** A row of a file. Empty rows count, so that the number is the one that a spreadsheet shows. */
type CsvRow = {
  readonly number: number;
  readonly cells: readonly string[];
  /** The position in the text behind the row. */
  readonly end: number;
};

const quote = '"';

/** The most columns that a spreadsheet has. Further ones would only use memory, even when they are empty. */
const maxCells = 16_384;

/** Returns the position of the quotation mark that ends the value, or -1. Two marks stand for one. */
function findClosingQuote(text: string, from: number): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 2))
    if (text[at + 1] !== quote) return at;
  return -1;
}

/**
 * Parses RFC 4180 text row by row, with LF, CR LF or CR at the end of rows. A quotation mark inside an unquoted value is
 * a part of it.
 *
 * @throws Problem 'invalid' if a quoted value never ends, or a row has more cells than a spreadsheet has columns.
 */
export function* parseCsv(text: string, separator: FileSeparator): Generator<CsvRow> {
  // Excel writes the separator before the first row.
  let at = /^sep=.\r?\n/.exec(text)?.[0].length ?? 0;
  let number = at > 0 ? 1 : 0;
  const ending = new RegExp(`[${separator === '\t' ? '\\t' : separator}\\r\\n]`, 'g');
  while (at < text.length) {
    number += 1;
    const cells: string[] = [];
    for (let isOpen = true; isOpen; ) {
      if (cells.length >= maxCells) throw new Problem('invalid', tBatchProblems('file.tooManyColumns'));
      let quoted = '';
      if (text[at] === quote) {
        const close = findClosingQuote(text, at + 1);
        if (close < 0) throw new Problem('invalid', tBatchProblems('file.quote', { row: number }));
        quoted = text.slice(at + 1, close).replaceAll('""', quote);
        at = close + 1;
      }
      ending.lastIndex = at;
      const end = ending.exec(text)?.index ?? text.length;
      cells.push(quoted + text.slice(at, end));
      const sign = text[end];
      isOpen = sign === separator;
      at = end + (sign === '\r' && text[end + 1] === '\n' ? 2 : 1);
    }
    yield { number, cells, end: at };
  }
}

const inspectedRows = 20;
const inspectedLength = 256 * 1024;

/** Counts the columns of the first rows. Zero if the rows differ or there is one column. */
function countColumns(text: string, separator: FileSeparator): number {
  const counts: number[] = [];
  try {
    for (const { cells } of parseCsv(text, separator)) {
      if (cells.length > 1 || cells[0] !== '') counts.push(cells.length);
      if (counts.length >= inspectedRows) break;
    }
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure;
    return 0;
  }
  const [first = 0] = counts;
  // Trailing empty values may be missing.
  const agreeing = counts.filter((count) => count === first).length;
  return first > 1 && agreeing * 2 > counts.length ? first : 0;
}

/** Detects the separator: the one that divides the first rows into the most columns of the same number. */
export function detectSeparator(text: string): FileSeparator {
  const named = separators.find((one) => text.startsWith(`sep=${one}`));
  if (named !== undefined) return named;
  const start = text.slice(0, inspectedLength);
  const [best] = separators
    .map((separator) => ({ separator, columns: countColumns(start, separator) }))
    .sort((left, right) => right.columns - left.columns);
  return best !== undefined && best.columns > 0 ? best.separator : ',';
}
