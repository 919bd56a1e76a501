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

/**
 * Reads the cells of a sheet as text, and dates as local times. Throws for a number with digits that a spreadsheet would
 * lose, and for anything else.
 */
export function readSheet(xml: string): string[][] {
  const decoded = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b.*?(?:\/>|<\/c>)/gs)].map(([cell]) => {
      if (cell === '<c/>') return '';
      const [, style, value] = /^<c s="(\d)"><v>(-?[0-9.]+)<\/v><\/c>$/.exec(cell) ?? [];
      if (value !== undefined && style === dateStyle) return formatSerial(value);
      if (value !== undefined) {
        if (Number(Number(value).toPrecision(15)) !== Number(value)) throw new Error(`loses digits: ${cell}`);
        return value;
      }
      const [, text] =
        /^<c(?: s="1")? t="inlineStr"><is><t(?: xml:space="preserve")?>(.*)<\/t><\/is><\/c>$/s.exec(cell) ??
        [];
      if (text === undefined) throw new Error(`neither text nor a number: ${cell}`);
      return decoded(text);
    }),
  );
}
