import 'server-only';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { Problem } from '#lib/values/errors.ts';
import { batchLimits } from '../model/fields.ts';
import type { TableRow } from './read-workbook.ts';

export const isEmptyRow = ({ cells }: TableRow): boolean =>
  cells.every(({ text, problem }) => text.trim() === '' && problem === undefined);

/** Returns true if a text has more line breaks than a file may have rows. Values can have line breaks too. */
export function mayHaveTooManyRows(text: string): boolean {
  const lineBreak = /\r\n?|\n/g;
  let count = 0;
  while (count <= batchLimits.rows && lineBreak.test(text)) count += 1;
  return count > batchLimits.rows;
}

/**
 * Counts the rows of a file, so that a file with too many is refused before its rows are checked.
 *
 * @throws Problem 'invalid' with the number of rows below the column names, or if the rows can't be read.
 */
export async function requireRowLimit(rows: AsyncGenerator<TableRow>): Promise<void> {
  let count = 0;
  for await (const row of rows) if (!isEmptyRow(row)) count += 1;
  // The first row has the column names.
  if (count > batchLimits.rows + 1)
    throw new Problem('invalid', tBatchProblems('file.rowCount', { count: count - 1 }));
}
