import 'server-only';

const special = /[",\r\n]/;

/** Formats a cell by RFC 4180, in quotes if needed. */
const formatCell = (cell: string): string =>
  // Skips the test for empty cells, which are most cells of a wide file.
  cell !== '' && special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Formats rows as CSV lines that end with CR LF. Faster than a general CSV writer, which would limit exports. */
export function toCsvText(rows: Iterable<readonly string[]>): string {
  let text = '';
  for (const row of rows) {
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) text += ',';
      text += formatCell(row[index] ?? '');
    }
    text += '\r\n';
  }
  return text;
}
