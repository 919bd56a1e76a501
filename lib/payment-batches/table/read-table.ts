import 'server-only';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { FileEncoding, FileSeparator } from '../model/fields.ts';
import { batchLimits } from '../model/fields.ts';
import type { BatchSource, TableNote } from '../schema.ts';
import { decodeText, detectEncoding } from './decode-text.ts';
import { detectSeparator, parseCsv } from './parse-csv.ts';
import type { TableRow } from './read-workbook.ts';
import { openSheet } from './read-workbook.ts';

const isEmptyRow = ({ cells }: TableRow): boolean =>
  cells.every(({ text, problem }) => text.trim() === '' && problem === undefined);

/** Returns true if a text has more line breaks than a file may have rows. Values can have line breaks too. */
function mayHaveTooManyRows(text: string): boolean {
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
async function requireRowLimit(rows: AsyncGenerator<TableRow>): Promise<void> {
  let count = 0;
  for await (const row of rows) if (!isEmptyRow(row)) count += 1;
  // The first row has the column names.
  if (count > batchLimits.rows + 1)
    throw new Problem('invalid', tBatchProblems('file.rowCount', { count: count - 1 }));
}

/** A file as a table: the column names of its first row, and the rows below that are not empty. */
export type Table = {
  readonly encoding: FileEncoding | null;
  readonly separator: FileSeparator | null;
  readonly headers: readonly string[];
  readonly rows: AsyncGenerator<TableRow>;
  /** Complete after the last row. */
  readonly notes: ReadonlySet<TableNote>;
};

async function* toTableRows(text: string, separator: FileSeparator): AsyncGenerator<TableRow> {
  for (const { number, cells } of parseCsv(text, separator))
    yield { number, cells: cells.map((cell) => ({ text: cell })) };
}

/** Leaves out empty rows and checks the limits. */
async function* checkRows(rows: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const row of rows) {
    if (row.number > batchLimits.lines) throw new Problem('invalid', tBatchProblems('file.tooManyRows'));
    if (isEmptyRow(row)) continue;
    count += 1;
    // The first row has the column names.
    if (count > batchLimits.rows + 1) throw new Problem('invalid', tBatchProblems('file.tooManyRows'));
    if (
      row.cells.length > batchLimits.columns &&
      row.cells.slice(batchLimits.columns).some(({ text }) => text !== '')
    )
      throw new Problem('invalid', tBatchProblems('file.tooManyColumns'));
    if (row.cells.some(({ text }) => text.length > batchLimits.cellLength))
      throw new Problem('invalid', tBatchProblems('file.cellTooLong', { row: row.number }));
    yield row;
  }
}

async function openRows(
  bytes: Uint8Array,
  source: BatchSource,
  choice: { readonly encoding: FileEncoding | null; readonly separator: FileSeparator | null },
): Promise<Omit<Table, 'headers'>> {
  if (source === 'xlsx') {
    const { lastRow, readRows, notes } = await openSheet(bytes);
    // A used area may have formatted rows without content, which don't count.
    if (lastRow === null || lastRow > batchLimits.rows + 1) await requireRowLimit(readRows());
    return { encoding: null, separator: null, rows: readRows(), notes };
  }
  // Archives and the old format of Excel.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw new Problem('invalid', tBatchProblems('file.notText'));
  const encoding = choice.encoding ?? detectEncoding(bytes);
  const text = decodeText(bytes, encoding);
  const separator = choice.separator ?? detectSeparator(text);
  if (mayHaveTooManyRows(text)) await requireRowLimit(toTableRows(text, separator));
  return { encoding, separator, rows: toTableRows(text, separator), notes: new Set() };
}

/**
 * Opens a file. Its rows are read one by one.
 *
 * @throws Problem 'invalid' if it can't be read or exceeds a limit, also while its rows are read.
 */
export async function openTable(
  bytes: Uint8Array,
  source: BatchSource,
  choice: { readonly encoding: FileEncoding | null; readonly separator: FileSeparator | null },
): Promise<Table> {
  const opened = await openRows(bytes, source, choice);
  const rows = checkRows(opened.rows);
  const first = await rows.next();
  if (first.done) throw new Problem('invalid', tBatchProblems('file.noRows'));
  const headers = first.value.cells
    .slice(0, batchLimits.columns)
    .map(({ text }) => storableText(text.trim()));
  return { ...opened, headers, rows };
}
