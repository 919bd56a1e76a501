import 'server-only';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { Problem } from '#lib/values/errors.ts';
import { batchLimits } from '../model/fields.ts';
import type { TableCell } from '../model/row.ts';
import type { TableNote } from '../schema.ts';
import { readWorkbookNumber } from './workbook-number.ts';
import type { WorkbookFiles } from './workbook-parts.ts';
import {
  decodeCharacters,
  findSheet,
  maxRawLength,
  maxSheetBytes,
  openWorkbook,
  readDateStyles,
  readSharedStrings,
  withWorkbookErrors,
} from './workbook-parts.ts';
import { readAttribute, readXml } from './xml-tokens.ts';

export type TableRow = { readonly number: number; readonly cells: readonly TableCell[] };

const emptyCell: TableCell = { text: '' };

/** Returns the position of a column by its letters, as in `AB12`. */
function findColumn(reference: string | null, next: number): number {
  const letters = /^([A-Z]{1,3})[0-9]+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return next;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

type RawCell = { type: string; style: number; text: string; isFormula: boolean };

function toCell(
  { type, style, text, isFormula }: RawCell,
  strings: readonly string[],
  dateStyles: readonly boolean[],
): TableCell {
  const shared = /^\d+$/.test(text) ? (strings[Number(text)] ?? '') : '';
  const plain = type === 's' ? shared : decodeCharacters(text);
  if (isFormula) return { text: plain, problem: 'formula' };
  if (type === 'e') return { text: plain, problem: 'error' };
  if (type === 'd') return { text: plain, problem: 'date' };
  if (type === 'b') return { text: plain === '1' ? 'TRUE' : 'FALSE' };
  if (type !== 'n' || plain === '') return { text: plain };
  if (dateStyles[style] === true) return { text: plain, problem: 'date' };
  return { ...readWorkbookNumber(plain), isNumber: true };
}

/** The tags of a sheet that are read. */
const sheetNames = ['row', 'c', 'v', 't', 'is', 'r', 'rPh', 'f', 'mergeCell'];

/** The columns of a spreadsheet. */
const maxColumns = 16_384;

const isTrue = (value: string | null): boolean => value === '1' || value === 'true';

/**
 * Reads the rows of a sheet while it is unpacked.
 *
 * @throws Error if the rows or columns are not in order, and Problem 'invalid' above a limit.
 */
async function* readSheet(
  files: WorkbookFiles,
  path: string,
  notes: Set<TableNote>,
): AsyncGenerator<TableRow> {
  const strings = await readSharedStrings(files);
  const dateStyles = await readDateStyles(files);
  let number = 0;
  let isInRow = false;
  let cells: TableCell[] = [];
  let column = -1;
  let cell: RawCell | null = null;
  let isText = false;
  // Phonetic hints repeat a part of the text.
  let isHint = false;
  for await (const tokens of readXml(files.read(path, maxSheetBytes), sheetNames))
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (cell === null || !isText || isHint) continue;
        cell.text += token.text;
        if (cell.text.length > maxRawLength)
          throw new Problem('invalid', tBatchProblems('file.cellTooLong', { row: number }));
        continue;
      }
      const isOpen = token.kind === 'open';
      switch (token.name) {
        case 'row':
          if (token.kind === 'open') {
            const reference = readAttribute(token.attributes, 'r');
            const next = reference === null ? number + 1 : Number(reference);
            if (!Number.isInteger(next) || next < 1 || next > batchLimits.lines)
              throw new Problem('invalid', tBatchProblems('file.tooManyRows'));
            if (next <= number || isInRow) throw new Error('the rows are not in order');
            [number, cells, column, isInRow] = [next, [], -1, true];
            if (isTrue(readAttribute(token.attributes, 'hidden'))) notes.add('hidden');
          } else {
            if (!isInRow) throw new Error('a row ends that never began');
            isInRow = false;
            yield { number, cells };
          }
          break;
        case 'c':
          if (token.kind === 'open') {
            const next = findColumn(readAttribute(token.attributes, 'r'), column + 1);
            if (next <= column || next >= maxColumns || !isInRow)
              throw new Error('the columns are not in order');
            column = next;
            const style = Number(readAttribute(token.attributes, 's') ?? '0');
            cell = { type: readAttribute(token.attributes, 't') ?? 'n', style, text: '', isFormula: false };
          } else if (cell !== null) {
            const read = toCell(cell, strings, dateStyles);
            cell = null;
            // Formatted cells without content may reach to the last column.
            if (read.text === '' && read.problem === undefined) break;
            if (column >= batchLimits.columns)
              throw new Problem('invalid', tBatchProblems('file.tooManyColumns'));
            while (cells.length < column) cells.push(emptyCell);
            cells[column] = read;
          }
          break;
        case 'v':
        case 't':
          isText = isOpen;
          break;
        case 'rPh':
          isHint = isOpen;
          break;
        case 'f':
          if (cell !== null) cell.isFormula = true;
          break;
        case 'mergeCell':
          notes.add('merged');
          break;
        default:
      }
    }
}

/** Yields the last row of the used area that a sheet names, or null if it names none. */
async function* findLastRow(files: WorkbookFiles, path: string): AsyncGenerator<number | null> {
  for await (const tokens of readXml(files.read(path, maxSheetBytes), ['dimension', 'sheetData'])) {
    const token = tokens.find(({ kind }) => kind === 'open');
    if (token?.kind !== 'open') continue;
    const area = token.name === 'dimension' ? readAttribute(token.attributes, 'ref') : null;
    const row = /([0-9]{1,7})$/.exec(area ?? '')?.[1];
    yield row === undefined ? null : Number(row);
    return;
  }
  yield null;
}

/** A sheet whose rows can be read several times. */
type OpenSheet = {
  /** The last row of the used area, or null if the sheet doesn't name it. */
  readonly lastRow: number | null;
  readonly readRows: () => AsyncGenerator<TableRow>;
  /** Complete after the last row. */
  readonly notes: ReadonlySet<TableNote>;
};

/**
 * Opens the first visible sheet of a workbook. Formulas, macros and links to other workbooks are never evaluated.
 *
 * @throws Problem 'invalid' if it is damaged, protected or too large.
 */
export async function openSheet(bytes: Uint8Array): Promise<OpenSheet> {
  const files = await openWorkbook(bytes);
  const notes = new Set<TableNote>();
  for (const name of files.names) {
    if (/vbaProject/i.test(name)) notes.add('macros');
    if (name.startsWith('xl/externalLinks/')) notes.add('links');
  }
  const found: { path: string; count: number }[] = [];
  for await (const sheet of withWorkbookErrors(listSheet(files))) if (sheet !== null) found.push(sheet);
  const [sheet] = found;
  if (sheet === undefined) throw new Problem('invalid', tBatchProblems('file.noSheet'));
  if (sheet.count > 1) notes.add('sheets');
  const readRows = () => withWorkbookErrors(readSheet(files, sheet.path, notes));
  for await (const lastRow of withWorkbookErrors(findLastRow(files, sheet.path)))
    return { lastRow, readRows, notes };
  return { lastRow: null, readRows, notes };
}

async function* listSheet(files: WorkbookFiles) {
  yield await findSheet(files);
}
