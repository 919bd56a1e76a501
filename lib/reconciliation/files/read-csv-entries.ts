import 'server-only';
import { parseCsv } from '#lib/payment-batches/index.ts';
import type { FileSeparator } from '#lib/payment-batches/model/fields.ts';
import type { DecimalSign } from '#lib/payment-batches/model/file-amount.ts';
import { createDecimalSignDetector, readFileAmount } from '#lib/payment-batches/model/file-amount.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { Problem } from '#lib/values/errors.ts';
import { negateSigned, signedAmount } from '#lib/values/signed.ts';
import type { EntryField } from '../model/choices.ts';
import type { ColumnMapping } from '../model/columns.ts';
import { areColumnsComplete, guessColumns } from '../model/columns.ts';
import type { EntryProblem, ReadItem } from '../model/entries.ts';
import { joinTexts, StatementFileError } from '../model/entries.ts';
import type { DayOrder } from '../model/entry-values.ts';
import { findDayOrders, isCurrency, readDay } from '../model/entry-values.ts';

export type CsvRow = {
  readonly number: number;
  readonly cells: readonly string[];
  /** The file ends without the end of this row, which may be cut. */
  readonly isCut?: boolean;
};

/** Longest text between two ends of rows that are sure. */
const longestRest = 4 * 1024 * 1024;

/** Reads rows while the file arrives. The last row of each part is read again with the next one, because it may continue. */
export async function* streamCsv(
  chunks: AsyncIterable<string>,
  separator: FileSeparator,
): AsyncGenerator<CsvRow> {
  let [rest, before] = ['', 0];
  const read = function* (isLast: boolean): Generator<CsvRow> {
    let [end, held]: [number, CsvRow | null] = [0, null];
    let heldEnd = 0;
    try {
      for (const row of parseCsv(rest, separator)) {
        if (held !== null) {
          yield { ...held, number: before + held.number };
          end = heldEnd;
        }
        [held, heldEnd] = [row, row.end];
      }
    } catch (failure) {
      // A quoted value may end in the next part.
      if (!(failure instanceof Problem)) throw failure;
      if (isLast) throw new StatementFileError('damaged');
      if (held !== null) {
        yield { ...held, number: before + held.number };
        end = heldEnd;
        before += held.number;
      }
      rest = rest.slice(end);
      return;
    }
    if (held === null) return;
    if (isLast) yield { ...held, number: before + held.number, isCut: heldEnd > rest.length };
    before += held.number - 1;
    rest = rest.slice(end);
  };
  for await (const chunk of chunks) {
    rest += chunk;
    yield* read(false);
    if (rest.length > longestRest) throw new StatementFileError('damaged');
  }
  yield* read(true);
}

/** Rows before the column names that banks fill with the account and the period. */
const longestPreamble = 30;

/** Finds the row with the column names: the first one that names a day and an amount, else the first one with cells. */
export function findHeaderRow(rows: readonly CsvRow[]): CsvRow | null {
  const filled = rows
    .slice(0, longestPreamble)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return filled.find(({ cells }) => areColumnsComplete(guessColumns(cells))) ?? filled[0] ?? null;
}

const outgoing = /^(d|dbit|debit|s|soll|out|outgoing|withdraw|withdrawal|send|sent|-)$/i;
const incoming = /^(c|crdt|credit|h|haben|in|incoming|deposit|receive|received|\+)$/i;

/** Splits the sign of an amount from its digits: -1, 1- , (1) and the like. */
function splitSign(text: string): { readonly isNegative: boolean; readonly digits: string } {
  const trimmed = text.trim();
  const bracketed = /^\((.*)\)$/s.exec(trimmed)?.[1];
  if (bracketed !== undefined) return { isNegative: true, digits: bracketed };
  const digits = trimmed.replace(/^([^0-9]*?)[-−–+]\s*/, '$1').replace(/\s*[-−–+]$/, '');
  return { isNegative: /^[^0-9]*[-−–]/.test(trimmed) || /[-−–]$/.test(trimmed), digits };
}

type Cells = Readonly<Partial<Record<EntryField, string>>>;

/** Collects the cells of a row by field. Columns of one field are joined. */
function toCells(row: CsvRow, columns: ColumnMapping['columns']): Cells {
  const cells: Partial<Record<EntryField, string>> = {};
  for (const [at, field] of columns.entries())
    if (field !== '') cells[field] = joinTexts(cells[field], row.cells[at]);
  return cells;
}

type Reading = {
  readonly decimalSign: DecimalSign;
  readonly dayOrder: DayOrder;
  readonly currency: string;
  readonly timeZone: string;
};

type AmountReading =
  | { readonly amount: SignedAmount }
  | { readonly problem: EntryProblem; readonly value: string }
  | null;

function readOne(text: string, { decimalSign }: Reading, currency: string): AmountReading {
  const { isNegative, digits } = splitSign(text);
  const read = readFileAmount(digits, decimalSign, currency);
  if (read.digits === null)
    return { problem: read.problem === 'scientific' ? 'scientific' : 'amount', value: text };
  const parsed = parseAmount(read.digits.replace(/^0+(?=\d)/, ''));
  if (parsed === null) return { problem: 'amount', value: text };
  if (isZero(parsed)) return null;
  return { amount: signedAmount(isNegative ? `-${parsed}` : parsed) };
}

/** Returns the signed amount of a row. Null: it moves no money. */
function readAmount(cells: Cells, reading: Reading, currency: string): AmountReading {
  if (cells.amount === undefined) {
    const credit =
      cells.credit === undefined || cells.credit === '' ? null : readOne(cells.credit, reading, currency);
    const debit =
      cells.debit === undefined || cells.debit === '' ? null : readOne(cells.debit, reading, currency);
    if (credit !== null && debit !== null)
      return { problem: 'direction', value: `${cells.credit} / ${cells.debit}` };
    if (debit === null || 'problem' in debit) return credit ?? debit;
    return { amount: debit.amount.startsWith('-') ? debit.amount : negateSigned(debit.amount) };
  }
  const read = readOne(cells.amount, reading, currency);
  if (read === null || 'problem' in read || cells.direction === undefined) return read;
  if (incoming.test(cells.direction)) return read;
  if (!outgoing.test(cells.direction)) return { problem: 'direction', value: cells.direction };
  return { amount: read.amount.startsWith('-') ? read.amount : negateSigned(read.amount) };
}

function readRow(row: CsvRow, columns: ColumnMapping['columns'], reading: Reading): ReadItem {
  const place = row.number;
  const refuse = (problem: EntryProblem, value: string): ReadItem => ({
    kind: 'refused',
    place,
    problem,
    value: value.slice(0, 100),
  });
  const needed = columns.findLastIndex((field) => field === 'day' || field === 'amount') + 1;
  // A cut row may lack digits of its amount.
  if (row.cells.length < needed || row.isCut === true) return refuse('cells', row.cells.join(' '));
  const cells = toCells(row, columns);
  const currency = (cells.currency ?? '').trim().toUpperCase() || reading.currency;
  if (!isCurrency(currency)) return refuse('currency', currency);
  const day = readDay(cells.day ?? '', reading.dayOrder, reading.timeZone);
  if (day === null) return refuse('day', cells.day ?? '');
  const read = readAmount(cells, reading, currency);
  if (read === null) return { kind: 'skipped', place };
  if ('problem' in read) return refuse(read.problem, read.value);
  return {
    kind: 'entry',
    entry: {
      place,
      currency,
      day,
      amount: read.amount,
      account: (cells.account ?? '').slice(0, 100),
      reference: (cells.reference ?? '').slice(0, 200),
      details: cells.details ?? '',
      transactionId: (cells.transactionId ?? '').slice(0, 200),
      address: (cells.address ?? '').slice(0, 200),
    },
  };
}

/** Yields the rows below the column names that have cells. A row without the end of a row is only cut if cells are missing. */
async function* readRows(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  const preamble: CsvRow[] = [];
  let header: CsvRow | null = null;
  const begin = () => {
    header = findHeaderRow(preamble);
    const from = header?.number ?? 0;
    return preamble.filter(({ number }) => number > from);
  };
  const check = (row: CsvRow): readonly CsvRow[] =>
    row.cells.some((cell) => cell.trim() !== '')
      ? [{ ...row, isCut: row.isCut === true && row.cells.length < (header?.cells.length ?? 0) }]
      : [];
  for await (const row of rows) {
    if (header === null) {
      preamble.push(row);
      if (preamble.length >= longestPreamble) yield* begin().flatMap(check);
    } else yield* check(row);
  }
  if (header === null) yield* begin().flatMap(check);
}

/**
 * Decides by all rows how amounts and days are written, unless the person chose it.
 *
 * @throws {StatementFileError} where the rows leave it open, because a wrong guess would change amounts
 */
export async function detectCsvReading(
  chunks: AsyncIterable<string>,
  separator: FileSeparator,
  mapping: ColumnMapping,
): Promise<Pick<Reading, 'decimalSign' | 'dayOrder'>> {
  const { columns } = mapping;
  if (!areColumnsComplete(columns)) throw new StatementFileError('columns');
  const detector = createDecimalSignDetector();
  let orders: ReadonlySet<DayOrder> | null = null;
  for await (const row of readRows(streamCsv(chunks, separator))) {
    const cells = toCells(row, columns);
    for (const text of [cells.amount, cells.credit, cells.debit])
      if (text !== undefined && text !== '') detector.add(splitSign(text).digits);
    const possible = findDayOrders(cells.day ?? '');
    if (possible.length > 0) {
      const present: ReadonlySet<DayOrder> = orders ?? new Set(possible);
      const common = possible.filter((order) => present.has(order));
      // Rows that contradict each other are refused one by one.
      if (common.length > 0) orders = new Set(common);
    }
  }
  const decimalSign = mapping.decimalSign ?? detector.decide();
  if (decimalSign === null) throw new StatementFileError('decimalSign');
  const found: readonly DayOrder[] = [...(orders ?? [])];
  const dayOrder = mapping.dayOrder ?? (found.length > 1 ? null : (found[0] ?? 'ymd'));
  if (dayOrder === null) throw new StatementFileError('dayOrder');
  return { decimalSign, dayOrder };
}

/** Reads the entries of a CSV statement while it arrives. */
export async function* readCsvEntries(
  chunks: AsyncIterable<string>,
  separator: FileSeparator,
  { columns }: ColumnMapping,
  reading: Reading,
): AsyncGenerator<ReadItem> {
  for await (const row of readRows(streamCsv(chunks, separator))) yield readRow(row, columns, reading);
}
