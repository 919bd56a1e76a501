import 'server-only';
import { createHash } from 'node:crypto';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import { countBound, listParameters } from '#lib/values/list-query.ts';
import { databasePool } from './db.ts';
import type { RawRow } from './record-columns.ts';
import { Statement } from './statement.ts';

/** A column that a list can be ordered by. */
type SortColumn = {
  /** `p.changed_at`. An index on the business, what must be equal, this and the id serves it, both ways. */
  readonly column: string;
  readonly kind: 'time' | 'amount';
  /** Rows where it is null stand at the end, whichever way the list goes. */
  readonly nullable: boolean;
};

/** A list of a business's rows, ordered by a time and an id unless told otherwise. All SQL in it is the code's own. */
export type Keyset = {
  /** The list's name; a cursor of another list is not taken. */
  readonly name: string;
  /** `payment p` */
  readonly from: string;
  /** `p.sort_at`: never null in the rows of this list. */
  readonly at: string;
  /** `p.payment_id` */
  readonly id: string;
  /** `p.business_id` */
  readonly business: string;
  /** What the list always demands, such as that there is a refund. */
  readonly always?: string;
  /** What else it can be ordered by, under the names of the list's description. */
  readonly sorts?: Readonly<Record<string, SortColumn>>;
  /** The conditions of what is searched and filtered for. */
  readonly conditions: (statement: Statement, query: ListQuery, businessId: BusinessId) => readonly string[];
};

/** Where a row stands: the value that the list is ordered by as text, null where it has none, and its id. */
export type Place = { readonly key: string | null; readonly id: string };

/** Binds a cursor to its list, business, filters and order. It keeps mistakes apart; access is checked elsewhere. */
function seal(keyset: Keyset, businessId: BusinessId, query: ListQuery): string {
  const about = JSON.stringify([keyset.name, businessId, listParameters(query)]);
  return createHash('sha256').update(about).digest('base64url').slice(0, 12);
}

const writeCursor = ({ key, id }: Place, sealed: string): string =>
  Buffer.from([key ?? '', id, sealed].join('~')).toString('base64url');

const keys: Readonly<Record<SortColumn['kind'], RegExp>> = {
  time: /^-?\d{1,18}$/,
  amount: /^-?\d{1,35}(?:\.\d{1,30})?$/,
};

function readCursor(cursor: string, sealed: string, sort: SortColumn): Place | null {
  const [key = '', id = '', given = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('~');
  if (!isUuid(id) || given !== sealed) return null;
  if (key === '') return sort.nullable ? { key: null, id } : null;
  return keys[sort.kind].test(key) ? { key, id } : null;
}

function sortOf(keyset: Keyset, { by }: ListQuery): SortColumn {
  const sorts = keyset.sorts ?? {};
  const chosen = by !== null && Object.hasOwn(sorts, by) ? sorts[by] : undefined;
  return chosen ?? { column: keyset.at, kind: 'time', nullable: false };
}

/** What a row must be to be in the list under these filters: its business first. */
export function listCondition(
  keyset: Keyset,
  statement: Statement,
  businessId: BusinessId,
  query: ListQuery,
): string {
  const conditions = [`${keyset.business} = ${statement.bind(businessId)}::uuid`];
  if (keyset.always !== undefined) conditions.push(keyset.always);
  conditions.push(...keyset.conditions(statement, query, businessId));
  if (query.only.length > 0)
    conditions.push(`${keyset.id} = ANY(${statement.bind([...query.only])}::uuid[])`);
  if (query.except.length > 0)
    conditions.push(`${keyset.id} <> ALL(${statement.bind([...query.except])}::uuid[])`);
  return conditions.join(' AND ');
}

function columnsOfPlace(keyset: Keyset, { column, kind }: SortColumn): string {
  const key = kind === 'time' ? `(extract(epoch from ${column}) * 1000000)::bigint` : column;
  return `${key}::text AS "placeKey", ${keyset.id}::text AS "placeId"`;
}

/** How rows are fetched, and where in the list such a row says that it stands: its last two columns. */
type Fetch<Row> = {
  readonly run: (statement: string, values: unknown[]) => Promise<Row[]>;
  readonly placeOf: (row: Row) => Place;
};

const asObjects: Fetch<RawRow> = {
  run: async (statement, values) => (await databasePool().query<RawRow>(statement, values)).rows,
  placeOf: (row) => ({
    key: row['placeKey'] === null ? null : String(row['placeKey']),
    id: String(row['placeId']),
  }),
};

/** A row of columns as PostgreSQL writes them, null where there is nothing. */
export type TextRow = readonly (string | null)[];

const untouched = { getTypeParser: () => (value: string) => value };

const asTexts: Fetch<TextRow> = {
  run: async (text, values) =>
    (await databasePool().query<(string | null)[]>({ text, values, rowMode: 'array', types: untouched }))
      .rows,
  placeOf: (row) => ({ key: row.at(-2) ?? null, id: row.at(-1) ?? '' }),
};

type Reading<Row> = { select: string; businessId: BusinessId; query: ListQuery; fetch: Fetch<Row> };
type From = { place: Place | null; downwards: boolean; limit: number };

/** Rows that have the value that the list is ordered by, or those that have none. Each part is one index scan. */
async function rowsOfPart<Row>(
  keyset: Keyset,
  { select, businessId, query, fetch }: Reading<Row>,
  part: 'known' | 'unknown',
  { place, downwards, limit }: From,
): Promise<Row[]> {
  const sort = sortOf(keyset, query);
  const { column } = sort;
  const statement = new Statement();
  const conditions = [listCondition(keyset, statement, businessId, query)];
  if (sort.nullable) conditions.push(`${column} IS ${part === 'known' ? 'NOT NULL' : 'NULL'}`);
  const sign = downwards ? '<' : '>';
  if (place?.key === null) conditions.push(`${keyset.id} ${sign} ${statement.bind(place.id)}::uuid`);
  else if (place) {
    const key = statement.bind(place.key);
    const value =
      sort.kind === 'time'
        ? `timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
        : `${key}::numeric`;
    conditions.push(`(${column}, ${keyset.id}) ${sign} (${value}, ${statement.bind(place.id)}::uuid)`);
  }
  const order = downwards ? 'DESC' : 'ASC';
  return fetch.run(
    `SELECT ${select}, ${columnsOfPlace(keyset, sort)} FROM ${keyset.from}
      WHERE ${conditions.join(' AND ')}
      ORDER BY ${column} ${order}, ${keyset.id} ${order} LIMIT ${statement.bind(limit)}`,
    statement.values,
  );
}

/** Rows in list order from a place on, or backwards from it. */
async function rowsFrom<Row>(
  keyset: Keyset,
  reading: Reading<Row>,
  { place, backwards, limit }: { place: Place | null; backwards: boolean; limit: number },
): Promise<Row[]> {
  const downwards = (reading.query.sort === 'newest') !== backwards;
  const { nullable } = sortOf(keyset, reading.query);
  if (!nullable) return rowsOfPart(keyset, reading, 'known', { place, downwards, limit });
  const begun = place?.key === null ? 'unknown' : 'known';
  const first = place ? begun : backwards ? 'unknown' : 'known';
  const rows = await rowsOfPart(keyset, reading, first, { place, downwards, limit });
  const next = first === 'known' ? 'unknown' : 'known';
  // The unknown come last, so there is something behind the known ones forwards, and before the unknown ones backwards.
  if (rows.length === limit || (first === 'unknown') !== backwards) return rows;
  const rest = { place: null, downwards, limit: limit - rows.length };
  return [...rows, ...(await rowsOfPart(keyset, reading, next, rest))];
}

/** One page. A cursor that belongs elsewhere or was edited shows the first page and says so. */
export async function readPage<Row>(
  keyset: Keyset,
  given: {
    businessId: BusinessId;
    query: ListQuery;
    /** The select list, and how a row of it is read. */
    select: string;
    read: (row: RawRow) => Row;
    size?: number;
  },
): Promise<ListPage<Row>> {
  const { businessId, query, select, read, size = 50 } = given;
  const sealed = seal(keyset, businessId, query);
  const cursor = query.after ?? query.before;
  const place = cursor === null ? null : readCursor(cursor, sealed, sortOf(keyset, query));
  const lostPlace = cursor !== null && place === null;
  const backwards = place !== null && query.before !== null;
  const reading = { select, businessId, query, fetch: asObjects };
  const { placeOf } = asObjects;
  const rows = await rowsFrom(keyset, reading, { place, backwards, limit: size + 1 });
  const more = rows.length > size;
  // Fewer rows than a page before this place: it is the beginning, shown as a whole page.
  if (backwards && !more) return readPage(keyset, { ...given, query: { ...query, before: null } });
  const shown = rows.slice(0, size);
  if (backwards) shown.reverse();
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    rows: shown.map(read),
    before: first && place !== null ? writeCursor(placeOf(first), sealed) : null,
    after: last && (backwards || more) ? writeCursor(placeOf(last), sealed) : null,
    lostPlace,
  };
}

/** How many rows there are, counted no further than the bound. */
export async function countRows(
  keyset: Keyset,
  businessId: BusinessId,
  query: ListQuery,
): Promise<ListCount> {
  const statement = new Statement();
  const conditions = listCondition(keyset, statement, businessId, query);
  const bound = statement.bind(countBound + 1);
  const { rows } = await databasePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${keyset.from} WHERE ${conditions} LIMIT ${bound}) AS bounded`,
    statement.values,
  );
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, countBound), more: count > countBound };
}

type Walk = {
  businessId: BusinessId;
  query: ListQuery;
  select: string;
  batch?: number;
  /** Behind which row to begin; at the beginning of the list where there is none. */
  from?: Place | null;
};

/** Some rows, and where the last of them stands: the next walk can begin there. */
export type Batch<Row> = { readonly rows: readonly Row[]; readonly last: Place };

async function* walk<Row>(
  keyset: Keyset,
  { businessId, query, select, batch = 1_000, from = null }: Walk,
  fetch: Fetch<Row>,
): AsyncGenerator<Batch<Row>> {
  const reading = { select, businessId, query, fetch };
  const behind = (place: Place | null) =>
    rowsFrom(keyset, reading, { place, backwards: false, limit: batch });
  for (let coming: Promise<Row[]> | null = behind(from); coming; ) {
    const rows: Row[] = await coming;
    const end = rows.at(-1);
    if (end === undefined) return;
    const last = fetch.placeOf(end);
    // The database reads the next batch while this one is written.
    coming = rows.length === batch ? behind(last) : null;
    // Nobody may wait for it any more when it fails.
    coming?.catch(() => undefined);
    yield { rows, last };
  }
}

/** Every row in list order, in batches: memory stays the same however many there are. */
export async function* readAll<Row>(
  keyset: Keyset,
  { read, ...given }: Walk & { read: (row: RawRow) => Row },
): AsyncGenerator<Batch<Row>> {
  for await (const { rows, last } of walk(keyset, given, asObjects)) yield { rows: rows.map(read), last };
}

/** The same as text (`selectTexts`), several times as fast: for what only passes through. */
export const readAllTexts = (keyset: Keyset, given: Walk): AsyncGenerator<Batch<TextRow>> =>
  walk(keyset, given, asTexts);
