import 'server-only';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { tStatementFiles } from '#lib/messages/statements.ts';
import type { StatementFigures } from '#lib/statements/schema.ts';
import {
  headCell,
  maxSheetRows,
  plainSheet,
  plainSheetFoot,
  plainSheetHead,
  plainWorkbookParts,
  sheetRow,
  sheetRows,
  textCell,
} from './files/sheet.ts';
import type { ExportZone } from './list-table.ts';
import { listColumnNames, toCells } from './list-table.ts';
import type { OpenedStatement, SheetCells } from './statement-workbook.ts';
import { createRowColumns, listSummaryRows, summaryWidths } from './statement-workbook.ts';

/** The most rows of a business, with room for the head of its sheet. */
export const maxWorkbookRows = maxSheetRows - 1;

/** The statements of a business, each opened when its rows are written. */
export type BusinessRows = {
  readonly name: string;
  readonly zone: ExportZone;
  readonly currencies: readonly string[];
  readonly open: (currency: string) => Promise<OpenedStatement & { readonly end: () => Promise<void> }>;
};

const longestTitle = 31;

/**
 * Returns the titles of the two sheets of a business, with the number that makes them its own. Both have the same start, so that they
 * differ by the suffix. A title has no characters of an address.
 */
function nameSheets(number: number, name: string): { readonly title: string; readonly rowsTitle: string } {
  const suffix = tStatementFiles('rowsSuffix');
  const allowed = name.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ').replaceAll(/'+/g, '’');
  const start = [...`${number} ${allowed}`];
  while (start.join('').length > longestTitle - suffix.length) start.pop();
  const title = start.join('').trimEnd();
  return { title, rowsTitle: title + suffix };
}

type Summary = Pick<OpenedStatement, 'expired'> & { readonly figures: StatementFigures };

const newSummaries = (): Summary[] => [];

const rowWidths = [22, 14, 40, 20, 20, 10, 16, 16, 16, 20];

/** Writes the sheet of all rows of a business. Stores what its summary needs. */
async function* writeRows(
  { zone, currencies, open }: BusinessRows,
  summaries: Summary[],
): AsyncGenerator<string> {
  const names = listColumnNames(createRowColumns(''));
  yield plainSheetHead(rowWidths) + sheetRow(1, names.map(headCell));
  let before = 1;
  for (const currency of currencies) {
    const { figures, expired, batches, end } = await open(currency);
    summaries.push({ figures, expired });
    const columns = createRowColumns(currency);
    const kinds = [...columns.map(({ kind = null }) => ({ kind })), { kind: null }];
    try {
      for await (const batch of batches) {
        yield sheetRows(toCells(columns, batch, zone), kinds, before);
        before += batch.length;
      }
    } finally {
      await end();
    }
  }
  yield plainSheetFoot;
}

/** Writes the sheet of a business: the summary of each currency, one below the other. */
function* writeSummaries(
  { name, zone }: BusinessRows,
  summaries: readonly Summary[],
  rowsTitle: string,
): Generator<string> {
  const rows: SheetCells[] = [[headCell(name)], [textCell(zone.name)]];
  for (const { figures, expired } of summaries) {
    const { currency } = figures;
    const period = tStatementFiles('daysOf', { from: figures.from, to: figures.to });
    rows.push([], [headCell(currency), textCell(period)]);
    rows.push(...listSummaryRows(figures, expired, { rowsTitle, before: rows.length, currency }));
  }
  rows.push([textCell(tStatementFiles('note'))]);
  yield plainSheet(summaryWidths, rows);
}

/**
 * Writes the bytes of a workbook in batches: for each business a sheet with its statements, and one with all of their rows.
 * Nothing is added across businesses.
 */
export async function* writeStatementsWorkbook(
  businesses: readonly BusinessRows[],
  at: Date,
): AsyncGenerator<Uint8Array> {
  const sheets = businesses.map((business, index) => ({
    business,
    summaries: newSummaries(),
    ...nameSheets(index + 1, business.name),
  }));
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on('error', (error: Error) => output.destroy(error));
  const opened: Readable[] = [];
  const add = (path: string, write: () => Iterable<string> | AsyncIterable<string>) =>
    zip.addReadStreamLazy(path, { mtime: at }, (use) => {
      const stream = Readable.from(write(), { objectMode: false });
      opened.push(stream);
      use(null, stream);
    });
  const parts = plainWorkbookParts(sheets.flatMap(({ title, rowsTitle }) => [title, rowsTitle]));
  for (const [path, text] of Object.entries(parts.files))
    zip.addBuffer(Buffer.from(text), path, { mtime: at });
  for (const [index, { business, summaries, rowsTitle }] of sheets.entries()) {
    // The summary comes after the rows whose totals it has.
    add(parts.paths[index * 2 + 1] ?? '', () => writeRows(business, summaries));
    add(parts.paths[index * 2] ?? '', () => writeSummaries(business, summaries, rowsTitle));
  }
  zip.end();
  try {
    for await (const bytes of output) yield bytes;
  } finally {
    for (const stream of opened) stream.destroy();
  }
}
