import 'server-only';
import { createHash } from 'node:crypto';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { listParameters } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { ListDefinition, SortColumn } from './definition.ts';

/**
 * Position of a row: its sort value as text (null where it has none) and its id. A page starts after this row, or at
 * it when `included`.
 */
export type CursorPosition = {
  readonly key: string | null;
  readonly id: string;
  readonly included?: boolean;
};

/** Binds a cursor to its list, business, filters and order. Detects mistakes only; access is checked elsewhere. */
export function computeCursorChecksum(
  definition: ListDefinition,
  businessId: BusinessId,
  query: ListQuery,
): string {
  const content = JSON.stringify([definition.name, businessId, listParameters(query)]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 12);
}

export const formatCursor = ({ key, id, included = false }: CursorPosition, seal: string): string =>
  Buffer.from([key ?? '', id, seal, ...(included ? ['='] : [])].join('~')).toString('base64url');

/** Earliest time that PostgreSQL can store, 4714-11-24 BC, in microseconds. 18 digits stay below its latest. */
const earliestTime = -210_866_803_200_000_000n;

const isSortKey: Readonly<Record<SortColumn['kind'], (key: string) => boolean>> = {
  time: (key) => /^-?\d{1,18}$/.test(key) && BigInt(key) >= earliestTime,
  amount: (key) => /^-?\d{1,35}(?:\.\d{1,30})?$/.test(key),
  integer: (key) => /^-?\d{1,9}$/.test(key),
};

/** Reads a bound sort key as a value of its column. */
const sortValueSql: Readonly<Record<SortColumn['kind'], (key: string) => string>> = {
  time: (key) => `timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
  amount: (key) => `${key}::numeric`,
  integer: (key) => `${key}::int`,
};

export function parseCursor(cursor: string, seal: string, sort: SortColumn): CursorPosition | null {
  const [key = '', id = '', cursorSeal = '', includedMark = ''] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split('~');
  if (!isUuid(id) || cursorSeal !== seal) return null;
  const included = includedMark === '=';
  if (key === '') return sort.nullable ? { key: null, id, included } : null;
  return isSortKey[sort.kind](key) ? { key, id, included } : null;
}

export function positionColumns(definition: ListDefinition, { column, kind }: SortColumn): string {
  const key = kind === 'time' ? `(extract(epoch from ${column}) * 1000000)::bigint` : column;
  return `${key}::text AS "positionKey", ${definition.id}::text AS "positionId"`;
}

export const toPosition = (row: RawRow): CursorPosition => ({
  key: row['positionKey'] === null ? null : String(row['positionKey']),
  id: String(row['positionId']),
});

/** Returns the condition for rows after a position, in the direction of the read. */
export function afterPosition(
  definition: Pick<ListDefinition, 'id'>,
  statement: Statement,
  { column, kind }: SortColumn,
  { key, id, included = false }: CursorPosition,
  downwards: boolean,
): string {
  const operator = `${downwards ? '<' : '>'}${included ? '=' : ''}`;
  if (key === null) return `${definition.id} ${operator} ${statement.bind(id)}::uuid`;
  const value = sortValueSql[kind](statement.bind(key));
  return `(${column}, ${definition.id}) ${operator} (${value}, ${statement.bind(id)}::uuid)`;
}
