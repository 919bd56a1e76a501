/** Reads RFC 4180 text, independently of the writer. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
    if (cell.lastIndex === text.length) return rows;
  }
  throw new Error('this is no CSV');
}

const dateStyle = '5';

/** Formats the number of a date as `2026-11-20T19:02:11`. */
const formatSerial = (serial: string): string =>
  new Date(Math.round((Number(serial) - 25_569) * 86_400) * 1_000).toISOString().slice(0, 19);

/** A local time without its offset, as a workbook has it. */
export const withoutOffset = (cell: string): string =>
  cell.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[+-]\d\d:\d\d$/, '$1');

/** Returns the position of a column by its letters, from 0. */
export const toColumn = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/**
 * Returns the XML of each cell of a sheet at the place that it names. An empty cell is an empty text. Throws for a row or a cell
 * that doesn't name its place, or is out of order: some programs read none of them.
 */
export function readPlacedCells(xml: string): string[][] {
  const rows: string[][] = [];
  for (const [row] of xml.matchAll(/<row\b.*?<\/row>/gs)) {
    const number = /^<row r="([1-9]\d*)">/.exec(row)?.[1];
    if (number === undefined || Number(number) <= rows.length)
      throw new Error(`a row after ${rows.length} doesn't name its place: ${row.slice(0, 80)}`);
    const cells: string[] = [];
    for (const [cell] of row.matchAll(/<c\b[^>]*?(?:\/>|>.*?<\/c>)/gs)) {
      const [, letters = '', of] = /^<c r="([A-Z]+)(\d+)"/.exec(cell) ?? [];
      if (of !== number || toColumn(letters) < cells.length)
        throw new Error(`a cell of row ${number} doesn't name its place: ${cell}`);
      while (cells.length < toColumn(letters)) cells.push('');
      cells.push(cell);
    }
    while (rows.length < Number(number) - 1) rows.push([]);
    rows.push(cells);
  }
  return rows;
}

/** Reads the rows of a sheet, with formulas and the digits beside them. */
export const readFormulas = (xml: string): string[][] =>
  readPlacedCells(xml).map((cells) =>
    cells.map((cell) => {
      const [, formula] = /<f>(.*?)<\/f>/.exec(cell) ?? [];
      return formula === undefined ? cell.replaceAll(/<[^>]*>/g, '') : `=${formula}`;
    }),
  );

/**
 * Reads the cells of a sheet as text, and dates as local times. Throws for a number with digits that a spreadsheet would
 * lose, and for anything else. Each row has a cell for each heading.
 */
export function readSheet(xml: string): string[][] {
  const decoded = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const placed = readPlacedCells(xml);
  return placed.map((cells) =>
    Array.from({ length: placed[0]?.length ?? 0 }, (_, at) => {
      const cell = cells[at] ?? '';
      if (cell === '') return '';
      const [, style, value] = /^<c r="\w+" s="(\d)"><v>(-?[0-9.]+)<\/v><\/c>$/.exec(cell) ?? [];
      if (value !== undefined && style === dateStyle) return formatSerial(value);
      if (value !== undefined) {
        if (Number(Number(value).toPrecision(15)) !== Number(value)) throw new Error(`loses digits: ${cell}`);
        return value;
      }
      const [, text] =
        /^<c r="\w+"(?: s="1")? t="inlineStr"><is><t(?: xml:space="preserve")?>(.*)<\/t><\/is><\/c>$/s.exec(
          cell,
        ) ?? [];
      if (text === undefined) throw new Error(`neither text nor a number: ${cell}`);
      return decoded(text);
    }),
  );
}
