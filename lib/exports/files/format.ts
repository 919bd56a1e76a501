import 'server-only';
import { unreachable } from '#lib/values/errors.ts';
import type { SheetColumn } from '../columns/sheet-columns.ts';
import { toCsvText } from '../csv-text.ts';
import type { FileFormat } from '../schema.ts';
import { maxSheetRows, sheetFoot, sheetHead, sheetName, sheetRows, workbookParts } from './sheet.ts';

/** Writes the rows of a file: small complete entries, and one streamed entry. */
type FileWriter = {
  /** Extension and content type of the download. */
  readonly extension: string;
  readonly contentType: string;
  /** Complete entries by their names in the archive. */
  readonly parts: Readonly<Record<string, string>>;
  /** The name of the streamed entry. */
  readonly name: string;
  readonly head: string;
  /** Returns rows. `before` is the number of rows before them. */
  readonly rows: (rows: readonly (readonly string[])[], before: number) => string;
  /** Returns the end of the file. `rows` is the number of rows before it. */
  readonly foot: (rows: number) => string;
  /** The number of rows that the format can hold. */
  readonly mostRows: number;
};

/** Extension, content type and size of a format. */
export function describeFormat(
  format: FileFormat,
): Pick<FileWriter, 'extension' | 'contentType' | 'mostRows'> {
  switch (format) {
    case 'xlsx':
      return {
        extension: 'xlsx',
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        mostRows: maxSheetRows - 1,
      };
    case 'csv':
      return {
        extension: 'csv.zip',
        contentType: 'application/zip',
        mostRows: Number.POSITIVE_INFINITY,
      };
    default:
      return unreachable(format);
  }
}

/** Creates the writer of a workbook, or of a CSV file in an archive. `title` is the list's name. */
export function createWriter(format: FileFormat, title: string, columns: readonly SheetColumn[]): FileWriter {
  const description = describeFormat(format);
  switch (format) {
    case 'xlsx':
      return {
        ...description,
        parts: workbookParts(title, columns),
        name: sheetName,
        head: sheetHead(columns),
        rows: (rows, before) => sheetRows(rows, columns, 1 + before),
        foot: (rows) => sheetFoot(columns, rows),
      };
    case 'csv':
      return {
        ...description,
        parts: {},
        name: `${title}.csv`,
        head: toCsvText([columns.map(({ name }) => name)]),
        rows: (rows) => toCsvText(rows),
        foot: () => '',
      };
    default:
      return unreachable(format);
  }
}
