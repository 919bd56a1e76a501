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

/** Reads the cells of a sheet. Throws for a cell that isn't text, because a spreadsheet would change its digits. */
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
      const [, text] =
        /^<c(?: s="1")? t="inlineStr"><is><t(?: xml:space="preserve")?>(.*)<\/t><\/is><\/c>$/s.exec(cell) ??
        [];
      if (text === undefined) throw new Error(`not a cell of text: ${cell}`);
      return decoded(text);
    }),
  );
}
