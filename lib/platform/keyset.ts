import 'server-only';
import { createHash } from 'node:crypto';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import { countBound, listParameters } from '#lib/values/list-query.ts';
import { databasePool } from './db.ts';
import type { RawRow } from './record-columns.ts';
import { Statement } from './statement.ts';

/** A list of a business's rows, ordered by a time and an id. All SQL in it is the code's own. */
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
  /** The conditions of what is searched and filtered for. */
  readonly conditions: (statement: Statement, query: ListQuery, businessId: BusinessId) => readonly string[];
};

type Place = { readonly micros: string; readonly id: string };

/** Binds a cursor to its list, business and filters. It keeps mistakes apart; access is checked elsewhere. */
function seal(keyset: Keyset, businessId: BusinessId, query: ListQuery): string {
  const about = JSON.stringify([keyset.name, businessId, listParameters(query)]);
  return createHash('sha256').update(about).digest('base64url').slice(0, 12);
}

const writeCursor = ({ micros, id }: Place, sealed: string): string =>
  Buffer.from(`${micros}.${id}.${sealed}`).toString('base64url');

function readCursor(cursor: string, sealed: string): Place | null {
  const [micros = '', id = '', given = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  return /^-?\d{1,18}$/.test(micros) && isUuid(id) && given === sealed ? { micros, id } : null;
}

/** What a row must be to be in the list under these filters: its business first. */
export function listCondition(
  keyset: Keyset,
  statement: Statement,
  businessId: BusinessId,
  query: ListQuery,
): string {
  const always = keyset.always === undefined ? [] : [keyset.always];
  const filters = keyset.conditions(statement, query, businessId);
  return [`${keyset.business} = ${statement.bind(businessId)}::uuid`, ...always, ...filters].join(' AND ');
}

const columnsOfPlace = (keyset: Keyset) =>
  `(extract(epoch from ${keyset.at}) * 1000000)::bigint::text AS "placeMicros", ${keyset.id}::text AS "placeId"`;

async function rowsFrom(
  keyset: Keyset,
  select: string,
  businessId: BusinessId,
  query: ListQuery,
  from: { place: Place | null; downwards: boolean; limit: number },
): Promise<RawRow[]> {
  const statement = new Statement();
  const conditions = [listCondition(keyset, statement, businessId, query)];
  if (from.place) {
    const at = `timestamptz 'epoch' + ${statement.bind(from.place.micros)}::bigint * interval '1 microsecond'`;
    const sign = from.downwards ? '<' : '>';
    conditions.push(`(${keyset.at}, ${keyset.id}) ${sign} (${at}, ${statement.bind(from.place.id)}::uuid)`);
  }
  const order = from.downwards ? 'DESC' : 'ASC';
  const text = `SELECT ${select}, ${columnsOfPlace(keyset)} FROM ${keyset.from}
    WHERE ${conditions.join(' AND ')}
    ORDER BY ${keyset.at} ${order}, ${keyset.id} ${order} LIMIT ${statement.bind(from.limit)}`;
  const { rows } = await databasePool().query<RawRow>(text, statement.values);
  return rows;
}

const placeOf = (row: RawRow): Place => ({ micros: String(row['placeMicros']), id: String(row['placeId']) });

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
  const place = cursor === null ? null : readCursor(cursor, sealed);
  const lostPlace = cursor !== null && place === null;
  const backwards = place !== null && query.before !== null;
  const downwards = (query.sort === 'newest') !== backwards;
  const rows = await rowsFrom(keyset, select, businessId, query, { place, downwards, limit: size + 1 });
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

/** Every row in list order, in batches: memory stays the same however many there are. */
export async function* readAll<Row>(
  keyset: Keyset,
  given: {
    businessId: BusinessId;
    query: ListQuery;
    select: string;
    read: (row: RawRow) => Row;
    batch?: number;
  },
): AsyncGenerator<readonly Row[]> {
  const { businessId, query, select, read, batch = 1_000 } = given;
  const downwards = query.sort === 'newest';
  let place: Place | null = null;
  for (;;) {
    const rows = await rowsFrom(keyset, select, businessId, query, { place, downwards, limit: batch });
    if (rows.length > 0) yield rows.map(read);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    place = placeOf(last);
  }
}

/** The condition that a time lies in whole days of the business's time zone, both ends included. */
export function withinDays(
  statement: Statement,
  column: string,
  range: { from: string | null; to: string | null },
  businessId: BusinessId,
): string {
  const zone = `(SELECT time_zone FROM business WHERE id = ${statement.bind(businessId)}::uuid)`;
  const midnight = (day: string, plus: string) =>
    `((${statement.bind(day)}::date${plus})::timestamp AT TIME ZONE ${zone})`;
  return [
    range.from === null ? null : `${column} >= ${midnight(range.from, '')}`,
    range.to === null ? null : `${column} < ${midnight(range.to, ' + 1')}`,
  ]
    .filter((part) => part !== null)
    .join(' AND ');
}
