import 'server-only';
import type { FieldTable } from '#lib/records/model/field.ts';
import type { Provenance, Source } from '#lib/values/provenance.ts';
import { findOrigin } from '#lib/values/provenance.ts';
import type { FieldKind } from '#lib/values/record-fields.ts';
import { toSnakeCase } from '#lib/values/record-fields.ts';
import type { StoredRow } from './stored-row.ts';
import type { ZonedTime } from './zoned-time.ts';

/** The kind of a cell in a workbook: an amount is a number if it keeps all digits, a time is a date. */
export type CellKind = 'amount' | 'number' | 'time';

/** A column of a file: its name, the text of its cells, and their kind in a workbook, if that is not text. */
export type Column<Row> = {
  readonly name: string;
  readonly kind?: CellKind;
  readonly cell: (row: Row, time: ZonedTime) => string;
  /** The text of cells that `cell` escapes as it is, for files that programs load. */
  readonly exact?: (row: Row) => string;
};

/** Returns the kind of cells of a field. */
function toCellKind(kind: FieldKind): { readonly kind?: CellKind } {
  switch (kind) {
    case 'amount':
    case 'signed':
      return { kind: 'amount' };
    case 'count':
    case 'total':
      return { kind: 'number' };
    case 'seconds':
    case 'instant':
    case 'moment':
      return { kind: 'time' };
    case 'flag':
    case 'fact':
    case 'texts':
    case 'text':
    case 'name':
      return {};
  }
}

/** Spreadsheets also read formulas after spaces and with full-width signs. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Escapes text from outside, so that a spreadsheet doesn't read it as a formula. */
export const escapeFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** Creates a column of text from outside. */
export const outsideColumn = <Row>(name: string, exact: (row: Row) => string): Column<Row> => ({
  name,
  exact,
  cell: (row) => escapeFormula(exact(row)),
});

/** Returns true if `formatValue` escapes values of a kind. */
const isOutsideText = (kind: FieldKind): boolean => kind === 'texts' || kind === 'text' || kind === 'name';

/** Formats a value as read by `selectTexts`. */
function formatValue(kind: FieldKind, value: string | null, time: ZonedTime): string {
  if (value === null) return '';
  switch (kind) {
    // Exact digits. A depeg loss keeps its sign.
    case 'amount':
    case 'signed':
    case 'count':
    case 'total':
    case 'flag':
    case 'fact':
      return value;
    case 'seconds':
      return time(Number(value) * 1000);
    case 'instant':
    case 'moment':
      return time(Number(value));
    case 'texts':
    case 'text':
    case 'name':
      return escapeFormula(value);
  }
}

/** Creates a column for a time that we set, without a source. */
export const momentColumn = (field: string): Column<StoredRow> => ({
  name: toSnakeCase(field),
  kind: 'time',
  cell: (row, time) => formatValue('moment', row.text(field), time),
});

/** Returns the source of a reported field, or null if it is not reported. */
export const findSource = (provenance: Provenance | undefined, field: string): Source | null =>
  provenance === undefined ? null : (findOrigin(provenance, field)?.source ?? null);

/** Adds the source column of a field after its computed column. */
export const withSource = <Row>(
  column: Column<Row>,
  readSource: (row: Row) => Source | null,
): readonly Column<Row>[] => [
  column,
  { name: `${column.name}_source`, cell: (row) => readSource(row) ?? '' },
];

/**
 * Creates the columns of fields: value, currency for amounts, and source. `currencies` has the currencies of files where
 * they aren’t the ones of the fields.
 */
export function fieldColumns(
  fields: FieldTable,
  currencies: Readonly<Record<string, string>> = {},
): readonly Column<StoredRow>[] {
  return Object.entries(fields).flatMap(([field, { kind, isOwn, currency }]): Column<StoredRow>[] => {
    const name = toSnakeCase(field);
    const inCurrency = currencies[field] ?? currency;
    const columns: Column<StoredRow>[] = [
      {
        name,
        ...toCellKind(kind),
        cell: (row, time) => formatValue(kind, row.text(field), time),
        ...(isOutsideText(kind) && { exact: (row: StoredRow) => row.text(field) ?? '' }),
      },
    ];
    if (inCurrency !== undefined)
      columns.push(
        outsideColumn(`${name}_currency`, (row) =>
          row.text(field) === null ? '' : readCurrency(fields, inCurrency, row),
        ),
      );
    if (kind !== 'name' && !isOwn)
      columns.push({ name: `${name}_source`, cell: (row) => row.source(field) ?? '' });
    return columns;
  });
}

/** A payment doesn’t name the currency of its amounts in EUR (§2.3). */
const readCurrency = (fields: FieldTable, currency: string, row: StoredRow): string =>
  currency === 'uniformCurrency' && !Object.hasOwn(fields, currency) ? 'EUR' : (row.text(currency) ?? '');
