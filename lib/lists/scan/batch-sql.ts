import 'server-only';
import type { QuerySource } from '#lib/database/query-source.ts';
import { anyConnection } from '#lib/database/query-source.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition, From } from '../cursor.ts';
import { asFarAs, behind, positionColumns, toPosition } from '../cursor.ts';
import type { ListDefinition, SortColumn, TimedQuery } from '../definition.ts';
import { joinTables, listCondition, readAlias, selectSort } from '../definition.ts';
import { asObjects } from '../fetch-rows.ts';
import { looksAround } from '../search/search-condition.ts';
import { findEndByLabel, findLeadingLabel, readRowsByLabel } from './label-index.ts';
import { isGuided, split } from './split-conditions.ts';

/**
 * So many rows a statement looks at in list order before it gives back where it is: about ten milliseconds. What is
 * filtered for may stand in one row of ten million.
 */
const usualWalk = 3_500;
/** The same where for each of them a record that belongs to it is looked up. */
const walkAround = 1_500;

function walkOf({ keyset, query, atMost = Number.POSITIVE_INFINITY }: BatchScan): number {
  const { bounds } = keyset;
  const { found, choices } = query;
  const usual = bounds?.walk ?? usualWalk;
  const most = isGuided(keyset, query) ? (bounds?.walkGuided ?? usual) : usual;
  const looks = bounds?.around?.some((name) => Object.hasOwn(choices, name)) || (found && looksAround(found));
  return Math.min(atMost, looks ? Math.min(most, walkAround) : most);
}

/** What a walk needs to know of a list. */
export type BatchScan = {
  readonly keyset: ListDefinition;
  readonly businessId: BusinessId;
  readonly query: TimedQuery;
  readonly source?: QuerySource;
  /** So many rows at most, where that is less than is usual. */
  readonly atMost?: number;
};

export const buildOrder = (keyset: ListDefinition, { column }: SortColumn, downwards: boolean): string => {
  const way = downwards ? 'DESC' : 'ASC';
  return `ORDER BY ${column} ${way}, ${keyset.id} ${way}`;
};

/** What the rows of a stretch must be, as far as the index in list order answers it. */
export function within(
  { keyset, businessId, query }: BatchScan,
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
export function readBatchRows(
  reading: BatchScan,
  statement: Statement,
  from: From,
  upTo: { readonly limit: number } | { readonly end: CursorPosition | null },
): string {
  const { keyset, businessId, query } = reading;
  const sort = selectSort(keyset, query);
  const led = findLeadingLabel(keyset, query);
  const end = 'end' in upTo ? upTo.end : null;
  if (led !== null)
    return joinTables(keyset, readRowsByLabel(keyset, led, statement, { businessId, from, sort, end }));
  const inOrder = { ...reading, query: split(keyset, query).inOrder };
  const alias = readAlias(keyset);
  const conditions = [
    within(inOrder, statement, sort, from),
    ...(end === null ? [] : [asFarAs(keyset, statement, sort, end, from.downwards)]),
  ].join(' AND ');
  // Twice as many do not come while one statement follows another.
  const limit = 'limit' in upTo ? upTo.limit : 2 * walkOf(reading);
  const rows = `(SELECT ${alias}.* FROM ${keyset.from} WHERE ${conditions}
    ${buildOrder(keyset, sort, from.downwards)} LIMIT ${limit}) ${alias}`;
  return joinTables(keyset, rows);
}

/** The last row that a walk looks at; null where it comes to the end. */
export async function findBatchEnd(reading: BatchScan, from: From): Promise<CursorPosition | null> {
  const { keyset, businessId, query, source = anyConnection } = reading;
  const sort = selectSort(keyset, query);
  const statement = new Statement();
  const inOrder = { ...reading, query: split(keyset, query).inOrder };
  const led = findLeadingLabel(keyset, query);
  const rows = await asObjects.run(
    source,
    led !== null
      ? findEndByLabel(led, statement, { businessId, from, sort })
      : `SELECT ${positionColumns(keyset, sort)} FROM ${keyset.from} WHERE ${within(inOrder, statement, sort, from)}
      ${buildOrder(keyset, sort, from.downwards)} OFFSET ${walkOf(reading) - 1} LIMIT 1`,
    statement.values,
  );
  return rows[0] === undefined ? null : toPosition(rows[0]);
}
