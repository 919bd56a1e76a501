import 'server-only';

/** One sheet of a workbook (ECMA-376), written as it comes: every cell is text, so that no digit can change. */

/** No sheet holds more, its head included. */
export const maximumSheetRows = 1_048_576;
/** No cell holds more characters. */
const mostCharacters = 32_767;

// What XML can't hold; the standard writes it as _x0007_, and so an underscore that looks like that as well.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const forbidden = /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;
const special = /[&<>]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const hex = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  const note = `… (${text.length} characters, whole in the CSV file)`;
  return text.slice(0, mostCharacters - note.length) + note;
}

const xmlText = (text: string): string =>
  cut(text.toWellFormed())
    .replace(forbidden, hex)
    .replace(special, (sign) => entities[sign] ?? '');

function cell(text: string, style: string): string {
  if (text === '') return '<c/>';
  const space = text.trim() === text && !text.includes('\n') ? '' : ' xml:space="preserve"';
  return `<c${style} t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

/** Rows of the sheet, in their order. */
export function sheetRows(rows: readonly (readonly string[])[], look: 'head' | 'body' = 'body'): string {
  const style = look === 'head' ? ' s="1"' : '';
  let xml = '';
  for (const row of rows) {
    xml += '<row>';
    for (const text of row) xml += cell(text, style);
    xml += '</row>';
  }
  return xml;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The sheet up to its rows. Its head stays in sight. */
export const sheetHead = (names: readonly string[]): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${names
    .map((name, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(name)}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${sheetRows([names], 'head')}`;

const widthOf = (name: string): number => Math.min(44, Math.max(14, name.length + 3));

/** And what follows them. Digits that are text are meant to be: no warning at every amount. */
export const sheetFoot = `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD${maximumSheetRows}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;

export const sheetName = 'xl/worksheets/sheet1.xml';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything of a workbook but its sheet, which is called `title`. */
export const workbookParts = (title: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${workbookType}.sheet.main+xml"/><Override PartName="/${sheetName}" ContentType="${workbookType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${workbookType}.styles+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="10"/><name val="Calibri"/></font><font><b/><sz val="10"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
});
