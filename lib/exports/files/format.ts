import 'server-only';
import { unreachable } from '#lib/values/errors.ts';
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
  readonly head: (names: readonly string[]) => string;
  readonly rows: (rows: readonly (readonly string[])[]) => string;
  readonly foot: string;
  /** The number of rows that the format can hold. */
  readonly mostRows: number;
};

/** Creates the writer of a workbook, or of a CSV file in an archive. `title` is the list's name. */
export function createWriter(format: FileFormat, title: string): FileWriter {
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
        mostRows: maxSheetRows - 1,
      };
    case 'csv':
      return {
        extension: 'csv.zip',
        contentType: 'application/zip',
        parts: {},
        name: `${title}.csv`,
        head: (names) => toCsvText([names]),
        rows: toCsvText,
        foot: '',
        mostRows: Number.POSITIVE_INFINITY,
      };
    default:
      return unreachable(format);
  }
}
