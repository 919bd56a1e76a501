import 'server-only';
import { tStatementFiles, tStatements } from '#lib/messages/statements.ts';
import { changesPosition } from '#lib/statements/model/lines.ts';
import type { StatementFigures, StatementRow } from '#lib/statements/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { Column } from './column.ts';
import type { SheetColumn } from './columns/sheet-columns.ts';
import type { Archive, ArchiveProgress } from './files/archive.ts';
import { writeArchiveChunk, writeArchiveEnd, writeArchiveHead } from './files/archive.ts';
import {
  amountCell,
  countCell,
  formulaCell,
  headCell,
  maxSheetRows,
  plainSheet,
  sheetFoot,
  sheetHead,
  sheetName,
  sheetRows,
  textCell,
  workbookParts,
} from './files/sheet.ts';
import { isExactNumber } from './kept-digits.ts';
import { toCells } from './list-table.ts';
import { listRefundLines, listStatementNotes } from './statement-notes.ts';
import type { ZonedTime } from './zoned-time.ts';

export const createRowColumns = (currency: string): readonly Column<StatementRow>[] => [
  { name: 'line', cell: ({ line }) => line },
  { name: 'kind', cell: ({ kind }) => kind },
  { name: 'record_id', cell: ({ recordId }) => recordId },
  { name: 'at', kind: 'time', cell: ({ at }, time) => time(at) },
  { name: 'amount', kind: 'amount', cell: ({ amount }) => amount ?? '' },
  { name: 'currency', cell: () => currency },
  { name: 'service_fee', kind: 'amount', cell: ({ memo }) => memo.serviceFee ?? '' },
  { name: 'distributed_fee', kind: 'amount', cell: ({ memo }) => memo.distributedFee ?? '' },
  { name: 'depeg_loss', kind: 'amount', cell: ({ memo }) => memo.depegLoss ?? '' },
];

type Lines = StatementFigures['lines'];

/** Decimals of a difference that a spreadsheet can compute. It adds numbers with 15 digits, and each addition may round. */
function countExactDecimals(amount: string | null): number {
  const integerDigits = /^-?(\d+)/.exec(amount ?? '')?.[1]?.length ?? 1;
  return Math.min(8, Math.max(0, 13 - integerDigits));
}

/**
 * Subtracts the cells beside the amount of a row from it. Where one of the amounts, or one of the rows, is a text instead of a
 * number, a spreadsheet can't compare them, and the cell is empty.
 */
function differenceCell(row: number, amount: string | null, others: readonly (string | null)[]): string {
  if ([amount, ...others].some((one) => one !== null && !isExactNumber(one))) return '';
  const difference = `ROUND(SUM(C${row})-SUM(D${row})-SUM(E${row}),${countExactDecimals(amount)})`;
  return formulaCell(`IF(G${row},"",${difference})`);
}

/** Returns a text as a criterion of a formula, which finds exactly this text. */
const toCriterion = (text: string): string => text.replaceAll(/[~*?]/g, '~$&').replaceAll('"', '""');

/** The cells of a row, as `sheetRow` takes them. */
export type SheetCells = readonly string[];

/** The widths of a summary. */
export const summaryWidths = [24, 10, 20, 20, 20, 14, 20] as const;

/**
 * Returns the rows of a summary below the first `before` rows of its sheet. Each line has the sum of its rows as a formula, and
 * the difference from its amount. `currency` chooses its rows among those of other currencies. A cell without a number is
 * added by SUM, because other functions have an error for it in some spreadsheets.
 */
export function listSummaryRows(
  figures: StatementFigures,
  expired: Lines,
  {
    rowsTitle,
    before = 0,
    currency = null,
  }: { readonly rowsTitle: string; readonly before?: number; readonly currency?: string | null },
): readonly SheetCells[] {
  const { lines } = figures;
  const refunds = listRefundLines(figures);
  const sheet = `'${rowsTitle.replaceAll("'", "''")}'`;
  const ofCurrency = currency === null ? '' : `,${sheet}!$F:$F,"${toCriterion(currency)}"`;
  const rows: SheetCells[] = [
    (['line', 'records', 'amount', 'sumOfRows', 'expired', 'difference', 'withoutNumber'] as const).map(
      (heading) => headCell(tStatementFiles(heading)),
    ),
    [textCell('opening'), '', amountCell(figures.opening, figures.currency)],
  ];
  const opening = before + rows.length;
  const counted: number[] = [];
  for (const { name, count, amount } of lines) {
    const row = before + rows.length + 1;
    if (changesPosition(name)) counted.push(row);
    const gone = expired.find((one) => one.name === name)?.amount ?? null;
    const ofLine = `${sheet}!$A:$A,A${row}${ofCurrency}`;
    rows.push([
      ...[textCell(name), countCell(count), amountCell(amount, figures.currency)],
      formulaCell(`SUMIFS(${sheet}!$E:$E,${ofLine})`),
      amountCell(gone, figures.currency),
      differenceCell(row, amount, [gone]),
      // A comparison with a number counts numbers only.
      formulaCell(`COUNTIFS(${ofLine})-COUNTIFS(${ofLine},${sheet}!$E:$E,">-1E+300")`),
    ]);
  }
  /** Adds cells of other rows up in a row, and compares the sum with its amount. */
  const total = (name: string, amount: SignedAmount | null, sumOf: (column: string) => string) => {
    const row = before + rows.length + 1;
    rows.push([
      ...[textCell(name), '', amountCell(amount, figures.currency)],
      ...(amount === null
        ? []
        : [
            formulaCell(sumOf('D')),
            formulaCell(sumOf('E')),
            differenceCell(row, amount, [figures.opening, ...expired.map((one) => one.amount)]),
            formulaCell(sumOf('G')),
          ]),
    ]);
    return row;
  };
  const change = total('change', figures.change, (column) =>
    counted.length === 0 ? '0' : `SUM(${counted.map((row) => `${column}${row}`).join(',')})`,
  );
  total('closing', figures.closing, (column) =>
    column === 'D' ? `SUM(C${opening},D${change})` : `SUM(${column}${change})`,
  );
  rows.push(
    [],
    ...figures.memo.map(({ name, known, amount }) => [
      ...[textCell(tStatements(`memo.${name}`)), countCell(known), amountCell(amount, figures.currency)],
    ]),
    [],
    [textCell(tStatementFiles('bounds', { from: figures.beginsAt, to: figures.endsAt }))],
    ...listStatementNotes(figures).map((note) => [textCell(note)]),
    ...(refunds.length === 0 ? [] : [[headCell(tStatementFiles('refunds'))]]),
    ...refunds.map(({ label, count, amount, coin }) => [
      ...[textCell(label), count === null ? '' : countCell(count), amountCell(amount, coin)],
    ]),
    [],
  );
  return rows;
}

/** Writes the sheet with the summary. */
const writeSummary = (figures: StatementFigures, expired: Lines, rowsTitle: string): string =>
  plainSheet(summaryWidths, [
    ...listSummaryRows(figures, expired, { rowsTitle }),
    [textCell(tStatementFiles('note'))],
  ]);

/** The most rows of a statement that a workbook can hold. */
export const maxWorkbookRows = maxSheetRows - 1;

export type OpenedStatement = {
  readonly figures: StatementFigures;
  readonly expired: Lines;
  readonly batches: AsyncIterable<readonly StatementRow[]>;
};

/** Writes the bytes of a workbook: a sheet with the summary, and one with all rows, in batches. */
export async function* writeStatementWorkbook(
  { figures, expired, batches }: OpenedStatement,
  zone: { readonly name: string; readonly time: ZonedTime },
  at: Date,
): AsyncGenerator<Uint8Array> {
  const columns = createRowColumns(figures.currency);
  const sheet: readonly SheetColumn[] = columns.map(({ name, kind = null }) => ({
    name,
    kind,
    heading: name,
  }));
  const title = tStatementFiles('rows');
  const front = { title: tStatementFiles('summary'), xml: writeSummary(figures, expired, title) };
  const parts = workbookParts(title, sheet, front);
  const archive: Archive = { parts, name: sheetName, at, isLarge: false };
  yield writeArchiveHead(archive);
  let grown: ArchiveProgress = { crc: 0, size: 0, packed: 0 };
  let text = sheetHead(sheet);
  let rows = 0;
  for await (const batch of batches) {
    text += sheetRows(toCells(columns, batch, zone), sheet, 1 + rows);
    rows += batch.length;
    const chunk = await writeArchiveChunk(grown, text);
    text = '';
    ({ grown } = chunk);
    yield chunk.bytes;
  }
  const last = await writeArchiveChunk(grown, text + sheetFoot(sheet, rows));
  yield last.bytes;
  yield writeArchiveEnd(archive, last.grown);
}
