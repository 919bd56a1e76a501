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
 * Where a row stands: the value that the list is ordered by as text, null where it has none, and its id. What lies
 * behind it is meant, unless it is itself `included`.
 */
export type CursorPosition = {
  readonly key: string | null;
  readonly id: string;
  readonly included?: boolean;
};

/** A stretch of the list: rows with a value in the column that it is ordered by, or those without one. */
export type From = {
  readonly part: 'known' | 'unknown';
  readonly place: CursorPosition | null;
  readonly downwards: boolean;
};

/** Binds a cursor to its list, business, filters and order. It keeps mistakes apart; access is checked elsewhere. */
export function seal(keyset: ListDefinition, businessId: BusinessId, query: ListQuery): string {
  const about = JSON.stringify([keyset.name, businessId, listParameters(query)]);
  return createHash('sha256').update(about).digest('base64url').slice(0, 12);
}

export const writeCursor = ({ key, id, included = false }: CursorPosition, sealed: string): string =>
  Buffer.from([key ?? '', id, sealed, ...(included ? ['='] : [])].join('~')).toString('base64url');

/** The first moment that PostgreSQL can hold, 4714-11-24 BC, in microseconds. 18 digits end long before its last. */
const firstMoment = -210_866_803_200_000_000n;

const isKey: Readonly<Record<SortColumn['kind'], (key: string) => boolean>> = {
  time: (key) => /^-?\d{1,18}$/.test(key) && BigInt(key) >= firstMoment,
  amount: (key) => /^-?\d{1,35}(?:\.\d{1,30})?$/.test(key),
};

export function readCursor(cursor: string, sealed: string, sort: SortColumn): CursorPosition | null {
  const [key = '', id = '', given = '', mark = ''] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split('~');
  if (!isUuid(id) || given !== sealed) return null;
  const included = mark === '=';
  if (key === '') return sort.nullable ? { key: null, id, included } : null;
  return isKey[sort.kind](key) ? { key, id, included } : null;
}

export function positionColumns(keyset: ListDefinition, { column, kind }: SortColumn): string {
  const key = kind === 'time' ? `(extract(epoch from ${column}) * 1000000)::bigint` : column;
  return `${key}::text AS "placeKey", ${keyset.id}::text AS "placeId"`;
}

export const toPosition = (row: RawRow): CursorPosition => ({
  key: row['placeKey'] === null ? null : String(row['placeKey']),
  id: String(row['placeId']),
});

/** A moment of a list, as its places have it. */
export const toCursorTime = (statement: Statement, key: string): string =>
  `timestamptz 'epoch' + ${statement.bind(key)}::bigint * interval '1 microsecond'`;

/** What lies behind a place in an order that goes this way. */
export function behind(
  keyset: Pick<ListDefinition, 'id'>,
  statement: Statement,
  { column, kind }: SortColumn,
  { key, id, included = false }: CursorPosition,
  downwards: boolean,
): string {
  const sign = `${downwards ? '<' : '>'}${included ? '=' : ''}`;
  if (key === null) return `${keyset.id} ${sign} ${statement.bind(id)}::uuid`;
  const value = kind === 'time' ? toCursorTime(statement, key) : `${statement.bind(key)}::numeric`;
  return `(${column}, ${keyset.id}) ${sign} (${value}, ${statement.bind(id)}::uuid)`;
}

/** What comes before a place in an order that goes this way, and what stands at it. */
export const asFarAs = (
  keyset: Pick<ListDefinition, 'id'>,
  statement: Statement,
  sort: SortColumn,
  end: CursorPosition,
  downwards: boolean,
): string => behind(keyset, statement, sort, { ...end, included: true }, !downwards);
