import 'server-only';

const special = /[",\r\n]/;

/** A cell as RFC 4180 writes it: in quotes where it has to be. */
const written = (cell: string): string =>
  // Most cells of a wide file are empty.
  cell !== '' && special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Rows as CSV lines, each ended by CR LF. Written by hand: a general writer takes longer than the database. */
export function csvText(rows: Iterable<readonly string[]>): string {
  let text = '';
  for (const row of rows) {
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) text += ',';
      text += written(row[index] ?? '');
    }
    text += '\r\n';
  }
  return text;
}
