import 'server-only';
import { parseAmount, parseSignedAmount } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import type { FieldKind, FieldMap, RecordOf } from '#lib/values/record-fields.ts';
import { snakeCase } from '#lib/values/record-fields.ts';

/** PostgreSQL writes every value as text or a small integer, so that no digit and no microsecond goes through a double. */
function columnSql(kind: FieldKind, column: string): string {
  switch (kind) {
    case 'amount':
    case 'signed':
      return `trim_scale(${column})::text`;
    case 'seconds':
      return `extract(epoch from ${column})::bigint::text`;
    case 'instant':
    case 'moment':
      return `floor(extract(epoch from ${column}) * 1000)::bigint::text`;
    case 'count':
      return `${column}::text`;
    case 'name':
      return `${column}::text`;
    case 'text':
    case 'flag':
    case 'fact':
    case 'total':
    case 'texts':
      return column;
  }
}

/** The select list of a record: `p.status AS "status", …`. Names come from the code, never from a request. */
export const selectFields = (fields: FieldMap, alias: string): string =>
  Object.entries(fields)
    .map(([name, kind]) => `${columnSql(kind, `${alias}.${snakeCase(name)}`)} AS "${name}"`)
    .join(', ');

/** Text already, or what PostgreSQL writes as text by itself: for rows that are read as text (`readAllTexts`). */
function textSql(kind: FieldKind, column: string): string {
  switch (kind) {
    case 'amount':
    case 'signed':
      return `trim_scale(${column})`;
    case 'texts':
      return `array_to_string(${column}, ' ')`;
    case 'flag':
    case 'fact':
      return `${column}::text`;
    case 'name':
    case 'text':
    case 'count':
    case 'total':
      return column;
    case 'seconds':
    case 'instant':
    case 'moment':
      return columnSql(kind, column);
  }
}

/**
 * What to select, by field, of a record that only passes through, such as into a file: amounts are plain digits without trailing
 * zeros, times milliseconds or (`seconds`) seconds since 1970, flags true or false, lists their words.
 */
export const selectTexts = (fields: FieldMap, alias: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [name, textSql(kind, `${alias}.${snakeCase(name)}`)]),
  );

/** A row as it came from such a select list. */
export type RawRow = Readonly<Record<string, unknown>>;

function readValue(kind: FieldKind, name: string, column: unknown): unknown {
  if (column === null || column === undefined) return null;
  switch (kind) {
    case 'amount':
      return parseAmount(String(column)) ?? refuse(name, column);
    case 'signed':
      return parseSignedAmount(String(column)) ?? refuse(name, column);
    case 'seconds':
    case 'instant':
    case 'moment':
    case 'count':
    case 'total':
      return Number(column);
    case 'text':
    case 'name':
    case 'flag':
    case 'fact':
    case 'texts':
      return column;
  }
}

function refuse(name: string, column: unknown): never {
  throw new RangeError(`not an amount in the database: ${name} is ${String(column)}`);
}

const entries = new WeakMap<FieldMap, readonly (readonly [string, FieldKind])[]>();

/** Asked for with every row of a long export. */
function entriesOf(fields: FieldMap): readonly (readonly [string, FieldKind])[] {
  const known = entries.get(fields) ?? Object.entries(fields);
  entries.set(fields, known);
  return known;
}

/** What `selectFields` selected, as values: amounts are plain digits without trailing zeros. */
export function readRecord<Fields extends FieldMap>(fields: Fields, row: RawRow): RecordOf<Fields> {
  const record: Record<string, unknown> = {};
  for (const [name, kind] of entriesOf(fields)) record[name] = readValue(kind, name, row[name]);
  return brand<RecordOf<Fields>>(record);
}
