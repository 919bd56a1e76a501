import 'server-only';
import { tExports } from '#lib/messages/exports.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';
import type { CellKind } from '../column.ts';
import type { SheetColumn } from '../columns/sheet-columns.ts';
import { isExactNumber } from '../kept-digits.ts';

/**
 * Writes one sheet of a workbook (ECMA-376) in chunks. An amount is a number where a spreadsheet keeps all of its digits,
 * and otherwise text. A time is a date in the zone of the business.
 */

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

/** Writes a text without the reference of its cell, which `sheetRow` puts before it. An empty cell is an empty text. */
function cell(text: string, style: string): string {
  if (text === '') return '';
  const space = text.trim() === text && !text.includes('\n') ? '' : ' xml:space="preserve"';
  return `${style} t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

/** Positions of the styles below. */
const styles = { head: 1, cents: 2, whole: 3, exact: 4, time: 5, count: 6 } as const;

/** Chooses the format by the decimals of the currency. An amount with more decimals shows all of them. */
function selectAmountStyle(text: string, currency: string): number {
  const usual = isFiatCurrency(currency) ? fiatFractionDigits(currency) : null;
  if (usual === null || (text.split('.')[1]?.length ?? 0) > usual) return styles.exact;
  return usual === 0 ? styles.whole : styles.cents;
}

const localTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/;
/** Days from the first day of spreadsheets to 1970. */
const epochDay = 25_569;

/** Converts a local time to the number of a spreadsheet: days, with the time as a fraction. */
function toSerial(text: string): string | null {
  const [year, month, day, hour, minute, second] = (localTime.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || second === undefined) return null;
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  return String(Math.round((at / 86_400_000 + epochDay) * 1e9) / 1e9);
}

const numberCell = (value: string, style: number) => ` s="${style}"><v>${value}</v></c>`;

function valueCell(text: string, kind: CellKind | null, currency: string): string {
  if (text === '' || kind === null) return cell(text, '');
  if (kind === 'time') {
    const serial = toSerial(text);
    return serial === null ? cell(text, '') : numberCell(serial, styles.time);
  }
  if (!isExactNumber(text)) return cell(text, '');
  return numberCell(text, kind === 'number' ? styles.count : selectAmountStyle(text, currency));
}

const cellStarts: string[] = [];
const cellStart = (at: number): string => (cellStarts[at] ??= `<c r="${columnLetters(at)}`);

/** Writes the row of this number, which counts from 1. Some programs read only rows and cells that name their place. */
export function sheetRow(number: number, cells: readonly string[]): string {
  let xml = `<row r="${number}">`;
  for (const [at, content] of cells.entries())
    if (content !== '') xml += `${cellStart(at)}${number}"${content}`;
  return `${xml}</row>`;
}

/** Writes rows in their order below the first `before` rows. The currency of an amount is in the next cell. */
export function sheetRows(
  rows: readonly (readonly string[])[],
  columns: readonly Pick<SheetColumn, 'kind'>[],
  before: number,
): string {
  let xml = '';
  for (const [index, row] of rows.entries())
    xml += sheetRow(
      before + index + 1,
      row.map((text, at) => valueCell(text, columns[at]?.kind ?? null, row[at + 1] ?? '')),
    );
  return xml;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Returns the start of the sheet up to its rows. The head row is frozen. */
export const sheetHead = (columns: readonly SheetColumn[]): string =>
  `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      (column, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${measureColumn(column)}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData>${sheetRow(
    1,
    columns.map(({ heading }) => headCell(heading)),
  )}`;

const widths: Readonly<Record<CellKind, number>> = { amount: 18, number: 10, time: 20 };
/** The filter's button takes a few characters of the heading. */
const measureColumn = ({ heading, kind }: SheetColumn): number =>
  Math.min(44, Math.max(kind === null ? 14 : widths[kind], heading.length + 4));

/** Returns the letters of a column: `A`, `AB`. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

const hasNotes = (columns: readonly SheetColumn[]): boolean => columns.some(({ kind }) => kind !== null);

/** Returns the end of the sheet: the filter of its rows, and the notes of its headings. */
export const sheetFoot = (columns: readonly SheetColumn[], rows: number): string =>
  `</sheetData><autoFilter ref="A1:${columnLetters(Math.max(0, columns.length - 1))}${rows + 1}"/><ignoredErrors><ignoredError sqref="A1:XFD${maxSheetRows}" numberStoredAsText="1"/></ignoredErrors>${hasNotes(columns) ? '<legacyDrawing r:id="rId2"/>' : ''}</worksheet>`;

const describeKind = (kind: CellKind): string => tExports(`sheetNotes.${kind}`);

/** Notes of the headings: what becomes a number, and the zone of the times. */
function headingNotes(columns: readonly SheetColumn[]): Readonly<Record<string, string>> {
  if (!hasNotes(columns)) return {};
  const noted = columns.flatMap(({ kind }, at) => (kind === null ? [] : [{ at, text: describeKind(kind) }]));
  const comments = noted.map(
    ({ at, text }) =>
      `<comment ref="${columnLetters(at)}1" authorId="0"><text><t xml:space="preserve">${xmlText(text)}</t></text></comment>`,
  );
  const shapes = noted.map(
    ({ at }) =>
      `<v:shape type="#_x0000_t202" style="position:absolute;width:220pt;height:60pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${at}</x:Column></x:ClientData></v:shape>`,
  );
  return {
    'xl/comments1.xml': `${declaration}<comments xmlns="${main}"><authors><author>Countinghouse</author></authors><commentList>${comments.join('')}</commentList></comments>`,
    'xl/drawings/vmlDrawing1.vml': `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join('')}</xml>`,
    'xl/worksheets/_rels/sheet1.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/comments" Target="../comments1.xml"/><Relationship Id="rId2" Type="${office}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/></Relationships>`,
  };
}

export const sheetName = 'xl/worksheets/sheet1.xml';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const noteTypes = `<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/comments1.xml" ContentType="${workbookType}.comments+xml"/>`;

/** A complete sheet before that of the rows. */
type FrontSheet = { readonly title: string; readonly xml: string };
const frontName = 'xl/worksheets/sheet2.xml';

/** Returns the start of a sheet with columns of these widths, up to its rows. */
export const plainSheetHead = (widths: readonly number[]): string =>
  `${declaration}<worksheet xmlns="${main}"><cols>${widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;
export const plainSheetFoot = '</sheetData></worksheet>';
/** Returns a complete sheet of these rows. */
export const plainSheet = (widths: readonly number[], rows: readonly (readonly string[])[]): string =>
  plainSheetHead(widths) + rows.map((cells, at) => sheetRow(at + 1, cells)).join('') + plainSheetFoot;

/** Writes a bold text, a text, an amount, or a formula, each as a cell of `sheetRow`. A formula has no stored result, which LibreOffice shows uncomputed. */
export const headCell = (text: string): string => cell(text, ` s="${styles.head}"`);
export const textCell = (text: string): string => cell(text, '');
export const amountCell = (digits: string | null, currency: string): string =>
  valueCell(digits ?? '', 'amount', currency);
export const countCell = (count: number): string => numberCell(String(count), styles.count);
export const formulaCell = (formula: string): string => ` s="${styles.exact}"><f>${xmlText(formula)}</f></c>`;

const stylesName = 'xl/styles.xml';
const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00################"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="10"/><name val="Calibri"/></font><font><b/><sz val="10"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const rootName = '_rels/.rels';
const rootXml = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Returns all files of a workbook except its sheet of rows, which is named `title`. */
export const workbookParts = (
  title: string,
  columns: readonly SheetColumn[],
  front: FrontSheet | null = null,
): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${hasNotes(columns) ? noteTypes : ''}<Override PartName="/xl/workbook.xml" ContentType="${workbookType}.sheet.main+xml"/><Override PartName="/${sheetName}" ContentType="${workbookType}.worksheet+xml"/>${front === null ? '' : `<Override PartName="/${frontName}" ContentType="${workbookType}.worksheet+xml"/>`}<Override PartName="/xl/styles.xml" ContentType="${workbookType}.styles+xml"/></Types>`,
  [rootName]: rootXml,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${front === null ? '' : `<sheet name="${xmlText(front.title)}" sheetId="2" r:id="rId3"/>`}<sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/></sheets>${front === null ? '' : '<calcPr fullCalcOnLoad="1"/>'}</workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/>${front === null ? '' : `<Relationship Id="rId3" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/>`}</Relationships>`,
  ...(front === null ? {} : { [frontName]: front.xml }),
  [stylesName]: stylesXml,
  ...headingNotes(columns),
});

/** Returns all files of a workbook of plain sheets with these titles except the sheets, and the paths of these. */
export function plainWorkbookParts(titles: readonly string[]): {
  readonly files: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
} {
  const names = titles.map((_title, index) => `worksheets/sheet${index + 1}.xml`);
  const types = names.map(
    (name) => `<Override PartName="/xl/${name}" ContentType="${workbookType}.worksheet+xml"/>`,
  );
  const sheets = titles.map(
    (title, index) =>
      `<sheet name="${xmlText(title).replaceAll('"', '&quot;')}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const relations = names.map(
    (name, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="${name}"/>`,
  );
  return {
    files: {
      '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${workbookType}.sheet.main+xml"/>${types.join('')}<Override PartName="/${stylesName}" ContentType="${workbookType}.styles+xml"/></Types>`,
      [rootName]: rootXml,
      'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets><calcPr fullCalcOnLoad="1"/></workbook>`,
      'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${relations.join('')}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      [stylesName]: stylesXml,
    },
    paths: names.map((name) => `xl/${name}`),
  };
}
