import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { endAlong, ledBy, rowsAlong } from './keyset-along.ts';
import type { Source } from './keyset-fetch.ts';
import { anyConnection, asObjects } from './keyset-fetch.ts';
import type { From, Place } from './keyset-place.ts';
import { asFarAs, behind, columnsOfPlace, placeOf } from './keyset-place.ts';
import type { Keyset, SortColumn, TimedQuery } from './keyset-shape.ts';
import { aliasOf, joined, listCondition, sortOf } from './keyset-shape.ts';
import { isGuided, split } from './keyset-split.ts';
import { looksAround } from './list-search.ts';
import { Statement } from './statement.ts';

/**
 * So many rows a statement looks at in list order before it gives back where it is: about ten milliseconds. What is
 * filtered for may stand in one row of ten million.
 */
const usualWalk = 3_500;
/** The same where for each of them a record that belongs to it is looked up. */
const walkAround = 1_500;

function walkOf({ keyset, query, atMost = Number.POSITIVE_INFINITY }: Walk): number {
  const { bounds } = keyset;
  const { found, choices } = query;
  const usual = bounds?.walk ?? usualWalk;
  const most = isGuided(keyset, query) ? (bounds?.walkGuided ?? usual) : usual;
  const looks = bounds?.around?.some((name) => Object.hasOwn(choices, name)) || (found && looksAround(found));
  return Math.min(atMost, looks ? Math.min(most, walkAround) : most);
}

/** What a walk needs to know of a list. */
export type Walk = {
  readonly keyset: Keyset;
  readonly businessId: BusinessId;
  readonly query: TimedQuery;
  readonly source?: Source;
  /** So many rows at most, where that is less than is usual. */
  readonly atMost?: number;
};

export const orderOf = (keyset: Keyset, { column }: SortColumn, downwards: boolean): string => {
  const way = downwards ? 'DESC' : 'ASC';
  return `ORDER BY ${column} ${way}, ${keyset.id} ${way}`;
};

/** What the rows of a stretch must be, as far as the index in list order answers it. */
export function within(
  { keyset, businessId, query }: Walk,
  statement: Statement,
  sort: SortColumn,
  { part, place, downwards }: From,
): string {
  return [
    listCondition(keyset, statement, businessId, query),
    ...(sort.nullable ? [`${sort.column} IS ${part === 'known' ? 'NOT NULL' : 'NULL'}`] : []),
    ...(place ? [behind(keyset, statement, sort, place, downwards)] : []),
  ].join(' AND ');
}

/**
 * The rows from a place on, under the list's own alias: no more than so many, or as far as the end that a walk was found
 * to have. What came meanwhile stands among them as well, and what left leaves no gap: the next walk begins at that end.
 */
export function walkedRows(
  reading: Walk,
  statement: Statement,
  from: From,
  upTo: { readonly limit: number } | { readonly end: Place | null },
): string {
  const { keyset, businessId, query } = reading;
  const sort = sortOf(keyset, query);
  const led = ledBy(keyset, query);
  const end = 'end' in upTo ? upTo.end : null;
  if (led !== null) return joined(keyset, rowsAlong(keyset, led, statement, { businessId, from, sort, end }));
  const inOrder = { ...reading, query: split(keyset, query).inOrder };
  const alias = aliasOf(keyset);
  const conditions = [
    within(inOrder, statement, sort, from),
    ...(end === null ? [] : [asFarAs(keyset, statement, sort, end, from.downwards)]),
  ].join(' AND ');
  // Twice as many do not come while one statement follows another.
  const limit = 'limit' in upTo ? upTo.limit : 2 * walkOf(reading);
  const rows = `(SELECT ${alias}.* FROM ${keyset.from} WHERE ${conditions}
    ${orderOf(keyset, sort, from.downwards)} LIMIT ${limit}) ${alias}`;
  return joined(keyset, rows);
}

/** The last row that a walk looks at; null where it comes to the end. */
export async function endOfWalk(reading: Walk, from: From): Promise<Place | null> {
  const { keyset, businessId, query, source = anyConnection } = reading;
  const sort = sortOf(keyset, query);
  const statement = new Statement();
  const inOrder = { ...reading, query: split(keyset, query).inOrder };
  const led = ledBy(keyset, query);
  const rows = await asObjects.run(
    source,
    led !== null
      ? endAlong(led, statement, { businessId, from, sort })
      : `SELECT ${columnsOfPlace(keyset, sort)} FROM ${keyset.from} WHERE ${within(inOrder, statement, sort, from)}
      ${orderOf(keyset, sort, from.downwards)} OFFSET ${walkOf(reading) - 1} LIMIT 1`,
    statement.values,
  );
  return rows[0] === undefined ? null : placeOf(rows[0]);
}
