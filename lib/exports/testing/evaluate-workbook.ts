import { readPlacedCells, toColumn } from './read-tables.ts';

/**
 * A spreadsheet for tests: it computes the formulas of a workbook from its cells alone, with exact decimals, and shares no code with
 * the writer. It knows IF, SUM, SUMIFS, COUNTIFS and ROUND, and throws for anything else. So N is refused, whose value of an empty cell
 * is an error in some spreadsheets.
 */

/** Numbers are integers of 10⁻³⁰. Texts are texts, and null is an empty cell. */
type Value = bigint | string | null;
type Range = { readonly values: readonly Value[] };
type Cell = { readonly formula: string } | { readonly value: Value };
type Sheets = ReadonlyMap<string, readonly (readonly Cell[])[]>;

const scale = 30;
const unit = 10n ** BigInt(scale);

const toUnits = (digits: string): bigint => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  if (whole === '' || fraction.length > scale) throw new Error(`not a number: ${digits}`);
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return sign === '' ? units : -units;
};

/** Formats a number with all its digits. */
export function formatUnits(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

function readCell(xml: string): Cell {
  const [, formula] = /<f>(.*?)<\/f>/s.exec(xml) ?? [];
  if (formula !== undefined) return { formula: decode(formula) };
  const [, number] = /<v>(.*?)<\/v>/.exec(xml) ?? [];
  if (number !== undefined) return { value: toUnits(number) };
  const [, text] = /<t(?: [^>]*)?>(.*?)<\/t>/s.exec(xml) ?? [];
  return { value: text === undefined ? null : decode(text) };
}

const readRows = (xml: string): readonly (readonly Cell[])[] =>
  readPlacedCells(xml).map((cells) => cells.map(readCell));

/** Rounds half away from zero, as a spreadsheet does. */
function round(number: bigint, decimals: bigint): bigint {
  const step = 10n ** (BigInt(scale) - decimals);
  const size = ((number < 0n ? -number : number) + step / 2n) / step;
  return number < 0n ? -size * step : size * step;
}

const toNumber = (value: Value): bigint => {
  if (typeof value === 'string') throw new Error(`a text in a computation: ${value}`);
  return value ?? 0n;
};

/** Returns true if a value meets a criterion: a comparison with a number, or the same text in any case. */
function meets(value: Value, criterion: Value): boolean {
  const [, limit] = /^>(-1E\+300)$/.exec(String(criterion)) ?? [];
  if (limit !== undefined) return typeof value === 'bigint';
  if (typeof criterion !== 'string' || /^[<>=]|(?<!~)[*?]/.test(criterion))
    throw new Error(`unexpected criterion: ${criterion}`);
  return (
    typeof value === 'string' && value.toLowerCase() === criterion.replaceAll(/~(.)/g, '$1').toLowerCase()
  );
}

/** Opens the sheets of a workbook by their titles. */
function readSheets(files: ReadonlyMap<string, string>): Sheets {
  const targets = new Map(
    [...(files.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/<Relationship ([^>]*)>/g)].map(
      ([, attributes = '']) => [
        /Id="([^"]*)"/.exec(attributes)?.[1] ?? '',
        `xl/${/Target="([^"]*)"/.exec(attributes)?.[1] ?? ''}`,
      ],
    ),
  );
  return new Map(
    [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"[^>]*r:id="([^"]*)"/g)].map(
      ([, name = '', id = '']) => [decode(name), readRows(files.get(targets.get(id) ?? '') ?? '')],
    ),
  );
}

/** Computes one formula: sums and differences of numbers, cells and functions. */
class Formula {
  readonly #sheets: Sheets;
  readonly #sheet: string;
  readonly #text: string;
  #at = 0;

  constructor(sheets: Sheets, sheet: string, text: string) {
    this.#sheets = sheets;
    this.#sheet = sheet;
    this.#text = text;
  }

  compute(): Value {
    const value = this.#addition();
    if (this.#at !== this.#text.length) throw new Error(`unexpected formula: ${this.#text}`);
    return value;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = this.#at;
    const match = found.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  #addition(): Value {
    let value = this.#operand();
    for (let sign = this.#take(/[+-]/); sign !== null; sign = this.#take(/[+-]/)) {
      const [left, right] = [toNumber(value), toNumber(this.#operand())];
      value = sign[0] === '+' ? left + right : left - right;
    }
    return value;
  }

  #operand(): Value {
    const text = this.#take(/"((?:[^"]|"")*)"/);
    if (text !== null) return (text[1] ?? '').replaceAll('""', '"');
    const number = this.#take(/\d+(?:\.\d+)?/);
    if (number !== null) return toUnits(number[0]);
    const call = this.#take(/([A-Z]+)\(/);
    if (call !== null) return this.#call(call[1] ?? '');
    const cell = this.#take(/([A-Z]+)(\d+)/);
    if (cell === null) throw new Error(`unexpected formula: ${this.#text} at ${this.#at}`);
    return computeCell(this.#sheets, this.#sheet, toColumn(cell[1] ?? ''), Number(cell[2]) - 1);
  }

  /** A whole column of a sheet. */
  #range(): Range | null {
    const found = this.#take(/'((?:[^']|'')*)'!\$([A-Z]+):\$\2/);
    if (found === null) return null;
    const name = (found[1] ?? '').replaceAll("''", "'");
    const rows = this.#sheets.get(name);
    if (rows === undefined) throw new Error(`no sheet: ${name}`);
    const column = toColumn(found[2] ?? '');
    return { values: rows.map((_row, index) => computeCell(this.#sheets, name, column, index)) };
  }

  #call(name: string): Value {
    const given: (Value | Range)[] = [];
    do given.push(this.#range() ?? this.#addition());
    while (this.#take(/,/) !== null);
    if (this.#take(/\)/) === null) throw new Error(`unexpected formula: ${this.#text}`);
    const values = given.map((one) => (one !== null && typeof one === 'object' ? null : one));
    switch (name) {
      case 'SUM':
        return values.reduce<bigint>((sum, one) => (typeof one === 'bigint' ? sum + one : sum), 0n);
      case 'IF':
        return values[toNumber(values[0] ?? null) === 0n ? 2 : 1] ?? null;
      case 'ROUND':
        return round(toNumber(values[0] ?? null), toNumber(values[1] ?? null) / unit);
      case 'SUMIFS':
      case 'COUNTIFS':
        return sumWhere(name === 'SUMIFS' ? given : [null, ...given]);
      default:
        throw new Error(`unexpected function: ${name}`);
    }
  }
}

/** Adds numbers up whose row meets all criteria, or counts the rows where there are no numbers. */
function sumWhere([summed, ...conditions]: readonly (Value | Range)[]): bigint {
  const pairs: (readonly [Range, Value])[] = [];
  for (let at = 0; at < conditions.length; at += 2) {
    const [range, criterion] = [conditions[at] ?? null, conditions[at + 1] ?? null];
    if (range === null || typeof range !== 'object') throw new Error('a condition needs a range');
    if (criterion !== null && typeof criterion === 'object') throw new Error('a range is no criterion');
    pairs.push([range, criterion]);
  }
  const numbers = summed !== null && typeof summed === 'object' ? summed : null;
  let sum = 0n;
  for (const [row] of (pairs[0]?.[0].values ?? []).entries()) {
    if (!pairs.every(([range, criterion]) => meets(range.values[row] ?? null, criterion))) continue;
    const value = numbers?.values[row] ?? null;
    if (numbers === null) sum += unit;
    else if (typeof value === 'bigint') sum += value;
  }
  return sum;
}

function computeCell(sheets: Sheets, sheet: string, column: number, row: number): Value {
  const cell = sheets.get(sheet)?.[row]?.[column];
  if (cell === undefined) return null;
  return 'value' in cell ? cell.value : new Formula(sheets, sheet, cell.formula).compute();
}

/** Returns the cells of each sheet of a workbook, with the results of its formulas. */
export function evaluateWorkbook(
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly (readonly { readonly isFormula: boolean; readonly value: Value }[])[]> {
  const sheets = readSheets(files);
  return new Map(
    [...sheets].map(([name, rows]) => [
      name,
      rows.map((cells, row) =>
        cells.map((cell, column) => ({
          isFormula: 'formula' in cell,
          value: computeCell(sheets, name, column, row),
        })),
      ),
    ]),
  );
}
