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
  plainSheetFoot,
  plainSheetHead,
  sheetFoot,
  sheetHead,
  sheetName,
  sheetRows,
  textCell,
  workbookParts,
} from './files/sheet.ts';
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

export const tableRow = (...cells: readonly string[]): string => `<row>${cells.join('')}</row>`;

/** Decimals of a difference that a spreadsheet can compute. It adds numbers with 15 digits, and each addition may round. */
function countExactDecimals(amount: string | null): number {
  const integerDigits = /^-?(\d+)/.exec(amount ?? '')?.[1]?.length ?? 1;
  return Math.min(8, Math.max(0, 13 - integerDigits));
}

/** Returns a text as a criterion of a formula, which finds exactly this text. */
const toCriterion = (text: string): string => text.replaceAll(/[~*?]/g, '~$&').replaceAll('"', '""');

/** The widths of a summary. */
export const summaryWidths = [24, 10, 20, 20, 20, 14, 20] as const;

/**
 * Returns the rows of a summary below the first `before` rows of its sheet. Each line has the sum of its rows as a formula, and
 * the difference from its amount. `currency` chooses its rows among those of other currencies.
 */
export function listSummaryRows(
  figures: StatementFigures,
  expired: Lines,
  {
    rowsTitle,
    before = 0,
    currency = null,
  }: { readonly rowsTitle: string; readonly before?: number; readonly currency?: string | null },
): readonly string[] {
  const { lines } = figures;
  const refunds = listRefundLines(figures);
  const sheet = `'${rowsTitle.replaceAll("'", "''")}'`;
  const ofCurrency = currency === null ? '' : `,${sheet}!$F:$F,"${toCriterion(currency)}"`;
  const rows = [
    tableRow(
      ...(['line', 'records', 'amount', 'sumOfRows', 'expired', 'difference', 'withoutNumber'] as const).map(
        (heading) => headCell(tStatementFiles(heading)),
      ),
    ),
    tableRow(textCell('opening'), '<c/>', amountCell(figures.opening, figures.currency)),
  ];
  const opening = before + rows.length;
  const counted: number[] = [];
  for (const { name, count, amount } of lines) {
    const row = before + rows.length + 1;
    if (changesPosition(name)) counted.push(row);
    const gone = expired.find((one) => one.name === name)?.amount ?? null;
    const ofLine = `${sheet}!$A:$A,A${row}${ofCurrency}`;
    rows.push(
      tableRow(
        ...[textCell(name), countCell(count), amountCell(amount, figures.currency)],
        formulaCell(`SUMIFS(${sheet}!$E:$E,${ofLine})`, gone === null ? (amount ?? '0') : ''),
        amountCell(gone, figures.currency),
        formulaCell(`ROUND(N(C${row})-N(D${row})-N(E${row}),${countExactDecimals(amount)})`, '0'),
        // A comparison with a number counts numbers only.
        formulaCell(`COUNTIFS(${ofLine})-COUNTIFS(${ofLine},${sheet}!$E:$E,">-1E+300")`, ''),
      ),
    );
  }
  /** Adds cells of other rows up in a row, and compares the sum with its amount. */
  const total = (name: string, amount: SignedAmount | null, sumOf: (column: string) => string) => {
    const row = before + rows.length + 1;
    rows.push(
      tableRow(
        ...[textCell(name), '<c/>', amountCell(amount, figures.currency)],
        ...(amount === null
          ? []
          : [
              formulaCell(sumOf('D'), ''),
              formulaCell(sumOf('E'), ''),
              formulaCell(`ROUND(N(C${row})-N(D${row})-N(E${row}),${countExactDecimals(amount)})`, '0'),
              formulaCell(sumOf('G'), ''),
            ]),
      ),
    );
    return row;
  };
  const change = total('change', figures.change, (column) =>
    counted.length === 0 ? '0' : `SUM(${counted.map((row) => `${column}${row}`).join(',')})`,
  );
  total('closing', figures.closing, (column) =>
    column === 'D' ? `N(C${opening})+N(D${change})` : `N(${column}${change})`,
  );
  rows.push(
    tableRow(),
    ...figures.memo.map(({ name, known, amount }) =>
      tableRow(textCell(tStatements(`memo.${name}`)), countCell(known), amountCell(amount, figures.currency)),
    ),
    tableRow(),
    tableRow(textCell(tStatementFiles('bounds', { from: figures.beginsAt, to: figures.endsAt }))),
    ...listStatementNotes(figures).map((note) => tableRow(textCell(note))),
    ...(refunds.length === 0 ? [] : [tableRow(headCell(tStatementFiles('refunds')))]),
    ...refunds.map(({ label, count, amount, coin }) =>
      tableRow(textCell(label), count === null ? '<c/>' : countCell(count), amountCell(amount, coin)),
    ),
    tableRow(),
  );
  return rows;
}

/** Writes the sheet with the summary. */
const writeSummary = (figures: StatementFigures, expired: Lines, rowsTitle: string): string =>
  plainSheetHead(summaryWidths) +
  listSummaryRows(figures, expired, { rowsTitle }).join('') +
  tableRow(textCell(tStatementFiles('note'))) +
  plainSheetFoot;

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
    rows += batch.length;
    const chunk = await writeArchiveChunk(grown, text + sheetRows(toCells(columns, batch, zone), sheet));
    text = '';
    ({ grown } = chunk);
    yield chunk.bytes;
  }
  const last = await writeArchiveChunk(grown, text + sheetFoot(sheet, rows));
  yield last.bytes;
  yield writeArchiveEnd(archive, last.grown);
}
