import 'server-only';
import { unreachable } from '#lib/values/errors.ts';
import { csvText } from '../csv-text.ts';
import type { FileFormat } from '../schema.ts';
import { maximumSheetRows, sheetFoot, sheetHead, sheetName, sheetRows, workbookParts } from './sheet.ts';

/** How a file of rows is written: small parts that are known at once, and one that grows. */
type Writer = {
  /** What it is called when it is fetched, and as what it is served. */
  readonly extension: string;
  readonly contentType: string;
  /** Whole at once, by their names in the archive. */
  readonly parts: Readonly<Record<string, string>>;
  /** The one that grows. */
  readonly name: string;
  readonly head: (names: readonly string[]) => string;
  readonly rows: (rows: readonly (readonly string[])[]) => string;
  readonly foot: string;
  /** No more rows fit, whatever the list holds. */
  readonly maximumRows: number;
};

/** A workbook, or a CSV file in an archive. `title` is the list's name. */
export function createWriter(format: FileFormat, title: string): Writer {
  switch (format) {
    case 'xlsx':
      return {
        extension: 'xlsx',
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        parts: workbookParts(title),
        name: sheetName,
        head: sheetHead,
        rows: sheetRows,
        foot: sheetFoot,
        maximumRows: maximumSheetRows - 1,
      };
    case 'csv':
      return {
        extension: 'csv.zip',
        contentType: 'application/zip',
        parts: {},
        name: `${title}.csv`,
        head: (names) => csvText([names]),
        rows: csvText,
        foot: '',
        maximumRows: Number.POSITIVE_INFINITY,
      };
    default:
      return unreachable(format);
  }
}
