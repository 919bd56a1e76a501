import 'server-only';
import * as z from 'zod';
import { bindBusiness } from '#lib/database/business-key.ts';
import { poolQuerySource } from '#lib/database/query-source.ts';
import { Statement } from '#lib/database/statement.ts';
import type { CursorPosition, ScanStart } from '../cursor.ts';
import { lowestId, toCursorTime } from '../cursor.ts';
import type { ListDefinition, PreparedQuery } from '../definition.ts';
import { hasTooManyMatches, readTableAlias, selectSort, withJoins } from '../definition.ts';
import { utcDaySql } from '../search/search-condition.ts';
import type { BatchScan } from './batch-sql.ts';
import { scanCondition } from './batch-sql.ts';
import { readIndexedRowLimit } from './indexed-rows.ts';
import { findLeadingLabel } from './label-index.ts';
import { splitQuery } from './split-conditions.ts';

/** Most days that one statement checks, with one index lookup each. */
const maximumDays = 400;
/** Most matches fetched at once. A day with more is scanned in list order, which finds matches soon. */
const maximumMatches = 1_000;

/** First instant of a day, in the form of a cursor. */
const midnight = (day: string) => `((${day} - date '1970-01-01')::bigint * 86400000000)::text`;

/** Returns whether indexes by day find all search matches in list order. */
function hasDayIndex(definition: ListDefinition, query: PreparedQuery): boolean {
  if (!hasTooManyMatches(query) || findLeadingLabel(definition, query) !== null) return false;
  const haveDays = query.matches?.wide.every(({ index }) => index.byDay !== undefined) === true;
  return haveDays && selectSort(definition, query).column === definition.at;
}

/**
 * Selects the days from a position on with their search matches. Stops when there are more than `maximum` matches, at
 * the end of the list, or after the maximum number of days.
 */
function buildDayScan(
  { definition, businessId, query }: BatchScan,
  statement: Statement,
  from: ScanStart,
  maximum: number,
) {
  const scan = { definition, businessId, query: splitQuery(definition, query).inOrder };
  const listRows = `FROM ${definition.from} WHERE ${scanCondition(scan, statement, selectSort(definition, query), from)}`;
  const selectEnd = (direction: string) =>
    `(SELECT ${utcDaySql(definition.at)} ${listRows} ORDER BY ${definition.at} ${direction}, ${definition.id} ${direction} LIMIT 1)`;
  const [direction, opposite, step] = from.downwards ? ['DESC', 'ASC', '- 1'] : ['ASC', 'DESC', '+ 1'];
  const [opening, closing] = from.downwards ? ['+ 1', '+ 0'] : ['+ 0', '+ 1'];
  const lookups = (query.matches?.wide ?? []).flatMap(({ index: { byDay = [] }, condition }) =>
    byDay.map(
      (one) =>
        `(SELECT ${one.id} AS id FROM ${one.from} WHERE ${bindBusiness(one.from, statement, businessId)}
            AND ${one.day} = days.day ${step} AND ${condition(statement, () => one.column)} LIMIT ${maximum + 1})`,
    ),
  );
  return `WITH RECURSIVE ends AS MATERIALIZED (SELECT ${selectEnd(direction)} AS first, ${selectEnd(opposite)} AS last),
    days (number, day, ids, total) AS (
      SELECT 0, first - (0 ${step}), ARRAY[]::uuid[], 0 FROM ends WHERE first IS NOT NULL
      UNION ALL
      SELECT number + 1, day ${step}, found.ids, total + cardinality(found.ids)
        FROM days, LATERAL (SELECT ARRAY(SELECT id FROM (${lookups.join(' UNION ALL ')}) AS one) AS ids) AS found
       WHERE number < ${maximumDays} AND total <= ${maximum} AND (number = 0 OR day <> (SELECT last FROM ends)))
    SELECT number, ids, day = (SELECT last FROM ends) AS "isLast", ${midnight(`day ${opening}`)} AS begin, ${midnight(`day ${closing}`)} AS "end"
      FROM days WHERE number > 0 AND (ids <> '{}' OR number = (SELECT max(number) FROM days)) ORDER BY number`;
}

const days = z.array(
  z.object({
    number: z.number(),
    ids: z.array(z.string()),
    isLast: z.boolean(),
    begin: z.string(),
    end: z.string(),
  }),
);

/** All matches from one position up to another. A null end is the end of the list. */
type DayMatches = {
  readonly kind: 'matches';
  readonly ids: readonly string[];
  readonly end: CursorPosition | null;
};
/** From this position on there are too many matches. */
type DenseDays = { readonly kind: 'dense'; readonly from: ScanStart };

/** Looks up search matches day by day. Returns null where no index allows it. */
export async function scanByDay(scan: BatchScan, from: ScanStart): Promise<DayMatches | DenseDays | null> {
  const { definition, query, source = poolQuerySource } = scan;
  if (!hasDayIndex(definition, query)) return null;
  const maximum = Math.min(readIndexedRowLimit(definition), maximumMatches);
  const statement = new Statement();
  const text = buildDayScan(scan, statement, from, maximum);
  const all = days.parse((await source().query(text, statement.values)).rows);
  const toStart = (key: string): CursorPosition => ({ key, id: lowestId, included: !from.downwards });
  let matches: DayMatches = { kind: 'matches', ids: [], end: null };
  for (const day of all) {
    if (matches.ids.length + day.ids.length > maximum) {
      if (day.number === 1) return { kind: 'dense', from };
      const isEmpty = matches.ids.length === 0 && query.matches?.ids.length === 0;
      return isEmpty
        ? { kind: 'dense', from: { ...from, position: toStart(day.begin) } }
        : { ...matches, end: toStart(day.begin) };
    }
    matches = { ...matches, ids: [...matches.ids, ...day.ids], end: day.isLast ? null : toStart(day.end) };
  }
  return matches;
}

/** Selects these matches up to the end, under the list's own alias, with those from other indexes. */
export function readRowsByDay(
  scan: BatchScan,
  statement: Statement,
  from: ScanStart,
  { ids, end }: DayMatches,
) {
  const { definition, query } = scan;
  const alias = readTableAlias(definition);
  const inOrder = { ...scan, query: splitQuery(definition, query).inOrder };
  const all = statement.bind([...ids, ...(query.matches?.ids ?? [])]);
  const upTo = end?.key
    ? ` AND ${definition.at} ${from.downwards ? '>=' : '<'} ${toCursorTime(statement, end.key)}`
    : '';
  // An array that the planner can't inspect makes it look up the few ids instead of scanning in list order.
  return withJoins(
    definition,
    `(SELECT ${alias}.* FROM ${definition.from} WHERE ${scanCondition(inOrder, statement, selectSort(definition, query), from)}
      AND ${definition.business} = ${statement.bind(scan.businessId)}::uuid AND ${definition.id} = ANY(ARRAY(SELECT unnest(${all}::uuid[])))${upTo} OFFSET 0) ${alias}`,
  );
}
