import 'server-only';
import { tExports } from '#lib/messages/exports.ts';

/** Writes one sheet of a workbook (ECMA-376) in chunks. Every cell is text, so that no digit changes. */

/** The row limit of a sheet, including its head. */
export const maxSheetRows = 1_048_576;
/** The character limit of a cell. */
const maxCellLength = 32_767;

// Characters that XML can't hold are written as _x0007_, and so is an underscore that looks like such an escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const escapedCharacters = /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;
const special = /[&<>]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const toEscape = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

function cutText(text: string): string {
  if (text.length <= maxCellLength) return text;
  const note = tExports('cellCut', { length: String(text.length) });
  return text.slice(0, maxCellLength - note.length) + note;
}

const xmlText = (text: string): string =>
  cutText(text.toWellFormed())
    .replace(escapedCharacters, toEscape)
    .replace(special, (sign) => entities[sign] ?? '');

function cell(text: string, style: string): string {
  if (text === '') return '<c/>';
  const space = text.trim() === text && !text.includes('\n') ? '' : ' xml:space="preserve"';
  return `<c${style} t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

/** Writes rows in their order. */
export function sheetRows(rows: readonly (readonly string[])[], style: 'head' | 'body' = 'body'): string {
  const attribute = style === 'head' ? ' s="1"' : '';
  let xml = '';
  for (const row of rows) {
    xml += '<row>';
    for (const text of row) xml += cell(text, attribute);
    xml += '</row>';
  }
  return xml;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Returns the start of the sheet up to its rows. The head row is frozen. */
export const sheetHead = (names: readonly string[]): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${names
    .map(
      (name, at) => `<col min="${at + 1}" max="${at + 1}" width="${measureColumn(name)}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData>${sheetRows([names], 'head')}`;

const measureColumn = (name: string): number => Math.min(44, Math.max(14, name.length + 3));

/** Returns the end of the sheet. Amounts are text on purpose, so the warning about numbers as text is off. */
export const sheetFoot = `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD${maxSheetRows}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;

export const sheetName = 'xl/worksheets/sheet1.xml';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns all files of a workbook except its sheet, which is named `title`. */
export const workbookParts = (title: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${workbookType}.sheet.main+xml"/><Override PartName="/${sheetName}" ContentType="${workbookType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${workbookType}.styles+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="10"/><name val="Calibri"/></font><font><b/><sz val="10"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
});
