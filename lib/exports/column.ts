import 'server-only';
import type { Provenance, Source } from '#lib/values/provenance.ts';
import { findOrigin } from '#lib/values/provenance.ts';
import type { FieldKind, FieldMap } from '#lib/values/record-fields.ts';
import { snakeCase } from '#lib/values/record-fields.ts';
import type { StoredRow } from './stored-row.ts';
import type { ZonedFormatter } from './zoned-formatter.ts';

/** A column of a CSV file: its name, and what stands in it. */
export type Column<Row> = {
  readonly name: string;
  readonly cell: (row: Row, time: ZonedFormatter) => string;
};

/** An amount's currency: the field that names it, or the code itself where it never changes. */
export type CurrencyOf = { readonly field: string } | { readonly code: string };

/** Spaces before it don't keep it from being one, and full-width signs are signs where Japanese is written. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Text from outside: a spreadsheet must not take it for a formula. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** `value` as `selectTexts` reads it. */
function write(kind: FieldKind, value: string | null, time: ZonedFormatter): string {
  if (value === null) return '';
  switch (kind) {
    // Exact digits; a depeg loss keeps its sign.
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

/** A time of ours, which no observation gave. */
export const momentColumn = (field: string): Column<StoredRow> => ({
  name: snakeCase(field),
  cell: (row, time) => write('moment', row.text(field), time),
});

/** Where a field of what was told comes from; null where nobody told it. */
export const sourceIn = (told: Provenance | undefined, field: string): Source | null =>
  told === undefined ? null : (findOrigin(told, field)?.source ?? null);

/** A value made by hand, and behind it where `field`, which gave it, comes from. */
export const withSource = <Row>(
  { name, cell }: Column<Row>,
  sourceOf: (row: Row) => Source | null,
): readonly Column<Row>[] => [
  { name, cell },
  { name: `${name}_source`, cell: (row) => sourceOf(row) ?? '' },
];

/** Each field, an amount's currency beside it, and behind it where the value comes from. */
export function fieldColumns(
  fields: FieldMap,
  given: {
    currencies: Readonly<Record<string, CurrencyOf>>;
    /** Fields of ours, which no observation gave. */
    own?: readonly string[];
  },
): readonly Column<StoredRow>[] {
  return Object.entries(fields).flatMap(([field, kind]): Column<StoredRow>[] => {
    const name = snakeCase(field);
    const columns: Column<StoredRow>[] = [{ name, cell: (row, time) => write(kind, row.text(field), time) }];
    const currency = given.currencies[field];
    if (currency) {
      columns.push({
        name: `${name}_currency`,
        cell: (row) => {
          if (row.text(field) === null) return '';
          return 'code' in currency ? currency.code : escapeFormula(row.text(currency.field) ?? '');
        },
      });
    }
    if (kind !== 'name' && !given.own?.includes(field))
      columns.push({ name: `${name}_source`, cell: (row) => row.source(field) ?? '' });
    return columns;
  });
}
