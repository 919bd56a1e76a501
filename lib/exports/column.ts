import 'server-only';
import type { Provenance } from '#lib/values/provenance.ts';
import type { FieldKind, FieldMap, RecordOf } from '#lib/values/record-fields.ts';
import { snakeCase } from '#lib/values/record-fields.ts';
import type { ZonedTime } from './zoned-time.ts';

/** A column of a CSV file: its name, and what stands in it. */
export type Column<Row> = { readonly name: string; readonly cell: (row: Row, time: ZonedTime) => string };

/** An amount's currency: the field that names it, or the code itself where it never changes. */
export type CurrencyOf = { readonly field: string } | { readonly code: string };

const formula = /^[=+\-@\t\r]/;

/** Text from outside: a spreadsheet must not take it for a formula. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

function write(kind: FieldKind, value: unknown, time: ZonedTime): string {
  if (value === null || value === undefined) return '';
  switch (kind) {
    // Exact digits; a depeg loss keeps its sign.
    case 'amount':
    case 'signed':
    case 'count':
    case 'total':
      return String(value);
    case 'seconds':
      return time(Number(value) * 1000);
    case 'instant':
    case 'moment':
      return time(Number(value));
    case 'flag':
    case 'fact':
      return value === true ? 'true' : 'false';
    case 'texts':
      return guarded(Array.isArray(value) ? value.join(' ') : '');
    case 'text':
    case 'name':
      return guarded(String(value));
  }
}

const fieldOf = (row: object, field: string): unknown => Reflect.get(row, field);

type Told = { readonly provenance: Provenance };

const known = new WeakMap<Told, ReadonlyMap<string, string>>();

/** A row is asked once for each of its columns, so what its provenance says is turned round once a row. */
function sourceIn(row: Told, field: string): string {
  let sources = known.get(row);
  if (!sources) {
    const found = new Map<string, string>();
    for (const { source, fields } of row.provenance) for (const name of fields) found.set(name, source);
    sources = found;
    known.set(row, sources);
  }
  return sources.get(field) ?? '';
}

/** A value made by hand, and behind it where `field`, which gave it, comes from; `of` is what was told of it. */
export const sourced = <Row>(
  { name, cell }: Column<Row>,
  of: (row: Row) => Told | null | undefined,
  field: string,
): readonly Column<Row>[] => [
  { name, cell },
  {
    name: `${name}_source`,
    cell: (row) => {
      const told = of(row);
      return told ? sourceIn(told, field) : '';
    },
  },
];

/** Each field, an amount's currency beside it, and behind it where the value comes from. */
export function fieldColumns<Fields extends FieldMap>(
  fields: Fields,
  given: {
    currencies: Readonly<Record<string, CurrencyOf>>;
    /** Fields of ours, which no observation gave. */
    own?: readonly string[];
  },
): readonly Column<RecordOf<Fields> & Told>[] {
  type Row = RecordOf<Fields> & Told;
  return Object.entries(fields).flatMap(([field, kind]): Column<Row>[] => {
    const name = snakeCase(field);
    const columns: Column<Row>[] = [{ name, cell: (row, time) => write(kind, fieldOf(row, field), time) }];
    const currency = given.currencies[field];
    if (currency) {
      columns.push({
        name: `${name}_currency`,
        cell: (row) => {
          if (fieldOf(row, field) === null) return '';
          return 'code' in currency ? currency.code : guarded(String(fieldOf(row, currency.field) ?? ''));
        },
      });
    }
    if (kind !== 'name' && !given.own?.includes(field))
      columns.push({ name: `${name}_source`, cell: (row) => sourceIn(row, field) });
    return columns;
  });
}
