import 'server-only';
import { parseAmount, parseSignedAmount } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import type { FieldKind, FieldMap, RecordFromFields } from '#lib/values/record-fields.ts';
import { toSnakeCase } from '#lib/values/record-fields.ts';
import { millisecondsSql } from './columns.ts';

/**
 * PostgreSQL returns every value as text or a small integer, so that no digit and no microsecond goes through a
 * floating-point number.
 */
function columnSql(kind: FieldKind, column: string): string {
  switch (kind) {
    case 'amount':
    case 'signed':
      return `trim_scale(${column})::text`;
    case 'seconds':
      return `extract(epoch from ${column})::bigint::text`;
    case 'instant':
    case 'moment':
      return millisecondsSql(column);
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

/** Builds a select list: `p.status AS "status", …`. Names come from the code, never from a request. */
export const selectFields = (fields: FieldMap, alias: string): string =>
  Object.entries(fields)
    .map(([name, { kind }]) => `${columnSql(kind, `${alias}.${toSnakeCase(name)}`)} AS "${name}"`)
    .join(', ');

/** Returns an expression that PostgreSQL sends as text, for rows that are read as text (`readAllTexts`). */
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
 * Returns the expressions by field for records that are copied, such as into a file. Amounts are plain digits without
 * trailing zeros, times milliseconds or (`seconds`) seconds since 1970, flags true or false.
 */
export const selectTexts = (fields: FieldMap, alias: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, textSql(kind, `${alias}.${toSnakeCase(name)}`)]),
  );

/** A row of such a select list. */
export type RawRow = Readonly<Record<string, unknown>>;

function readValue(kind: FieldKind, name: string, column: unknown): unknown {
  if (column === null || column === undefined) return null;
  switch (kind) {
    case 'amount':
      return parseAmount(String(column)) ?? rejectValue(name, column);
    case 'signed':
      return parseSignedAmount(String(column)) ?? rejectValue(name, column);
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

function rejectValue(name: string, column: unknown): never {
  throw new RangeError(`not an amount in the database: ${name} is ${String(column)}`);
}

const entries = new WeakMap<FieldMap, readonly (readonly [string, FieldMap[string]])[]>();

/** Cached, because a long export needs it for each row. */
function listEntries(fields: FieldMap): readonly (readonly [string, FieldMap[string]])[] {
  const list = entries.get(fields) ?? Object.entries(fields);
  entries.set(fields, list);
  return list;
}

/** Converts a row of `selectFields` to values. Amounts are plain digits without trailing zeros. */
export function readRecord<Fields extends FieldMap>(fields: Fields, row: RawRow): RecordFromFields<Fields> {
  const record: Record<string, unknown> = {};
  for (const [name, { kind }] of listEntries(fields)) record[name] = readValue(kind, name, row[name]);
  return brand<RecordFromFields<Fields>>(record);
}
