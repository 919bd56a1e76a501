import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { isCheap } from './estimate.ts';
import { endAlong, ledBy, rowsAlong } from './keyset-along.ts';
import type { Fetch, Source } from './keyset-fetch.ts';
import { anyConnection, asObjects } from './keyset-fetch.ts';
import type { FewRows } from './keyset-few.ts';
import { countOf, fewOf } from './keyset-few.ts';
import type { From, Place } from './keyset-place.ts';
import { behind, columnsOfPlace, placeOf } from './keyset-place.ts';
import type { Keyset, SortColumn, TimedQuery } from './keyset-shape.ts';
import { aliasOf, filtersOf, isDownwards, joined, listCondition, sortOf } from './keyset-shape.ts';
import { isFound, split } from './keyset-split.ts';
import { looksAround } from './list-search.ts';
import { Statement } from './statement.ts';

/**
 * So many rows a statement looks at in list order before it gives back where it is: about ten milliseconds. What is
 * filtered for may stand in one row of ten million.
 */
const usualWalk = 5_000;
/** The same where for each of them a record that belongs to it is looked up. */
const walkAround = 1_500;

function walkOf({ bounds }: Keyset, { found }: TimedQuery): number {
  const most = bounds?.walk ?? usualWalk;
  return found && looksAround(found) ? Math.min(most, walkAround) : most;
}

/** So long further walks are begun before a page tells how far it is: each is one short statement. */
const usualPatienceMs = 150;

/** Whether another walk may be begun by now. */
export function patienceOf({ bounds }: Keyset): () => boolean {
  const until = performance.now() + (bounds?.patience ?? usualPatienceMs);
  return () => performance.now() < until;
}

/** Rows of a list from a place on; and how far was looked, where that was not to the end and there are too few. */
export type Stretch<Row> = { readonly rows: readonly Row[]; readonly end: Place | null };

export type Reading<Row> = {
  readonly keyset: Keyset;
  readonly businessId: BusinessId;
  readonly query: TimedQuery;
  readonly select: string;
  /** Where an amount leads to all the rows there are. */
  readonly few: FewRows | null;
  readonly fetch: Fetch<Row>;
  readonly source: Source;
};

/** What a walk needs to know of it. */
type Walk = Pick<Reading<unknown>, 'keyset' | 'businessId' | 'query'> & { readonly source?: Source };

const orderOf = (keyset: Keyset, { column }: SortColumn, downwards: boolean): string => {
  const way = downwards ? 'DESC' : 'ASC';
  return `ORDER BY ${column} ${way}, ${keyset.id} ${way}`;
};

/** What the rows of a stretch must be, as far as the index in list order answers it. */
function within(
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

/** The rows that a walk from a place looks at, under the list's own alias. */
export function walkedRows(
  reading: Walk,
  statement: Statement,
  from: From,
  limit = walkOf(reading.keyset, reading.query),
): string {
  const { keyset, businessId, query } = reading;
  const sort = sortOf(keyset, query);
  const led = ledBy(keyset, query);
  if (led !== null) return rowsAlong(keyset, led, statement, { businessId, from, sort });
  const inOrder = { ...reading, query: split(keyset, query).inOrder };
  const alias = aliasOf(keyset);
  const rows = `(SELECT ${alias}.* FROM ${keyset.from} WHERE ${within(inOrder, statement, sort, from)}
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
      ${orderOf(keyset, sort, from.downwards)} OFFSET ${walkOf(keyset, query) - 1} LIMIT 1`,
    statement.values,
  );
  return rows[0] === undefined ? null : placeOf(rows[0]);
}

/**
 * The rows behind a place by whatever indexes lead to all of them, put in order afterwards: for what is too rare to be
 * met on the way. Null where the planner thinks that they are not soon found.
 */
async function rowsOfFew<Row>(
  reading: Reading<Row>,
  from: From,
  limit: number,
): Promise<readonly Row[] | null> {
  const { keyset, query, select, fetch, source } = reading;
  // It takes an amount and its currency for unrelated, so it does not know how many of those there are.
  if (Object.keys(query.amounts).length > 0) return null;
  const sort = sortOf(keyset, query);
  const alias = aliasOf(keyset);
  const statement = new Statement();
  const all = joined(keyset, keyset.from);
  const rows = `(SELECT ${alias}.* FROM ${all} WHERE ${within(reading, statement, sort, from)} OFFSET 0) ${alias}`;
  const text = `SELECT ${select}, ${columnsOfPlace(keyset, sort)} FROM ${joined(keyset, rows)}
    ${orderOf(keyset, sort, from.downwards)} LIMIT ${statement.bind(limit)}`;
  if (!(await isCheap(text, statement.values))) return null;
  // It takes columns for unrelated that are not, so it is not believed without a look.
  const most = fewOf(keyset);
  const found = await countOf(
    (probe) => `(SELECT 1 FROM ${all} WHERE ${within(reading, probe, sort, from)} LIMIT ${most + 1}) found`,
  );
  return found > most ? null : fetch.run(source, text, statement.values);
}

async function stretchOfPart<Row>(
  reading: Reading<Row>,
  from: From,
  limit: number,
  looksForFew: boolean,
): Promise<Stretch<Row>> {
  const { keyset, businessId, query, select, few, fetch, source } = reading;
  const sort = sortOf(keyset, query);
  const order = orderOf(keyset, sort, from.downwards);
  const statement = new Statement();
  const shown = `SELECT ${select}, ${columnsOfPlace(keyset, sort)} FROM`;
  const { byRow } = split(keyset, query);
  if (byRow === null && few === null && keyset.joins !== undefined && !isFound(keyset, query)) {
    // What is shown beside the rows is looked up for these alone.
    const walked = walkedRows(reading, statement, from, limit);
    return { rows: await fetch.run(source, `${shown} ${walked} ${order}`, statement.values), end: null };
  }
  if (byRow === null || few !== null) {
    const rows = joined(keyset, few?.(statement) ?? keyset.from);
    const where = within(reading, statement, sort, from);
    const text = `${shown} ${rows} WHERE ${where} ${order} LIMIT ${statement.bind(limit)}`;
    return { rows: await fetch.run(source, text, statement.values), end: null };
  }
  const walked = walkedRows(reading, statement, from);
  const filters = filtersOf(keyset, statement, businessId, byRow);
  const text = `${shown} ${walked} WHERE ${['true', ...filters].join(' AND ')} ${order} LIMIT ${statement.bind(limit)}`;
  const rows = await fetch.run(source, text, statement.values);
  const end = rows.length === limit ? null : await endOfWalk(reading, from);
  if (end === null || !looksForFew) return { rows, end };
  const all = await rowsOfFew(reading, from, limit);
  return all === null ? { rows, end } : { rows: all, end: null };
}

type Wanted = { readonly place: Place | null; readonly backwards: boolean; readonly limit: number };

/** Rows in list order from a place on, or backwards from it, as far as can be looked within the list's patience. */
export async function stretchFrom<Row>(reading: Reading<Row>, wanted: Wanted): Promise<Stretch<Row>> {
  const mayGoOn = patienceOf(reading.keyset);
  let { rows, end } = await stepFrom(reading, wanted, true);
  while (end !== null && rows.length < wanted.limit && mayGoOn()) {
    const step = { ...wanted, place: end, limit: wanted.limit - rows.length };
    const next = await stepFrom(reading, step, false);
    rows = [...rows, ...next.rows];
    end = next.end;
  }
  return { rows, end };
}

/** One walk. Each part is one index scan. */
async function stepFrom<Row>(
  reading: Reading<Row>,
  { place, backwards, limit }: Wanted,
  looksForFew: boolean,
): Promise<Stretch<Row>> {
  const { keyset, query } = reading;
  const downwards = isDownwards(keyset, query) !== backwards;
  const { nullable } = sortOf(keyset, query);
  if (!nullable) return stretchOfPart(reading, { part: 'known', place, downwards }, limit, looksForFew);
  const begun = place?.key === null ? 'unknown' : 'known';
  const first = place ? begun : backwards ? 'unknown' : 'known';
  const { rows, end } = await stretchOfPart(reading, { part: first, place, downwards }, limit, looksForFew);
  const next = first === 'known' ? 'unknown' : 'known';
  // The unknown come last, so there is something behind the known ones forwards, and before the unknown ones backwards.
  if (rows.length === limit || end !== null || (first === 'unknown') !== backwards) return { rows, end };
  const from: From = { part: next, place: null, downwards };
  const rest = await stretchOfPart(reading, from, limit - rows.length, looksForFew);
  return { rows: [...rows, ...rest.rows], end: rest.end };
}
