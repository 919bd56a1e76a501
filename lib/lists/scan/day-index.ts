import 'server-only';
import * as z from 'zod';
import { anyConnection } from '#lib/database/query-source.ts';
import { Statement } from '#lib/database/statement.ts';
import type { CursorPosition, From } from '../cursor.ts';
import { toCursorTime } from '../cursor.ts';
import type { ListDefinition, TimedQuery } from '../definition.ts';
import { isWide, joinTables, readAlias, selectSort } from '../definition.ts';
import { utcDay } from '../search/search-condition.ts';
import type { BatchScan } from './batch-sql.ts';
import { within } from './batch-sql.ts';
import { readFewLimit } from './few-rows.ts';
import { findLeadingLabel } from './label-index.ts';
import { split } from './split-conditions.ts';

/** So many days are looked through in one statement: for each, an index is descended. */
const mostDays = 400;
/** So much of a search is fetched at once, and a day with more of it is walked: it is met soon there. */
const mostLed = 1_000;

/** The first moment of a day, as places of a list have it. */
const midnight = (day: string) => `((${day} - date '1970-01-01')::bigint * 86400000000)::text`;

const lowestId = '00000000-0000-0000-0000-000000000000';

/** Whether indexes lead to what is searched for day by day, in the list's own order. */
function leadsByDay(keyset: ListDefinition, query: TimedQuery): boolean {
  if (!isWide(query) || findLeadingLabel(keyset, query) !== null) return false;
  const areKept = query.found?.wide.every(({ place }) => place.byDay !== undefined) === true;
  return areKept && selectSort(keyset, query).column === keyset.at;
}

/**
 * The days from a place on with all that a search finds in them, until that is more than `most`, the list ends, or very
 * many days are looked through. They begin and end where the list's rows do.
 */
function daysFrom({ keyset, businessId, query }: BatchScan, statement: Statement, from: From, most: number) {
  const walk = { keyset, businessId, query: split(keyset, query).inOrder };
  const list = `FROM ${keyset.from} WHERE ${within(walk, statement, selectSort(keyset, query), from)}`;
  const endOf = (way: string) =>
    `(SELECT ${utcDay(keyset.at)} ${list} ORDER BY ${keyset.at} ${way}, ${keyset.id} ${way} LIMIT 1)`;
  const [way, back, step] = from.downwards ? ['DESC', 'ASC', '- 1'] : ['ASC', 'DESC', '+ 1'];
  const [opening, closing] = from.downwards ? ['+ 1', '+ 0'] : ['+ 0', '+ 1'];
  const business = `${statement.bind(businessId)}::uuid`;
  const led = (query.found?.wide ?? []).flatMap(({ place: { byDay }, holds }) =>
    byDay === undefined
      ? []
      : [
          `(SELECT ${byDay.id} AS id FROM ${byDay.from} WHERE business_id = ${business}
            AND ${byDay.day} = days.day ${step} AND ${holds(statement, () => byDay.column)} LIMIT ${most + 1})`,
        ],
  );
  return `WITH RECURSIVE ends AS MATERIALIZED (SELECT ${endOf(way)} AS first, ${endOf(back)} AS last),
    days (number, day, ids, total) AS (
      SELECT 0, first - (0 ${step}), ARRAY[]::uuid[], 0 FROM ends WHERE first IS NOT NULL
      UNION ALL
      SELECT number + 1, day ${step}, led.ids, total + cardinality(led.ids)
        FROM days, LATERAL (SELECT ARRAY(SELECT id FROM (${led.join(' UNION ALL ')}) AS one) AS ids) AS led
       WHERE number < ${mostDays} AND total <= ${most} AND (number = 0 OR day <> (SELECT last FROM ends)))
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

/** All that is found from a place up to another (null: to the list's end). */
type These = { readonly kind: 'these'; readonly ids: readonly string[]; readonly end: CursorPosition | null };
/** From this place on there is too much of it. */
type Dense = { readonly kind: 'dense'; readonly from: From };

/** Looks day by day for what a search finds. Null where no index leads there. */
export async function canScanByDay(walk: BatchScan, from: From): Promise<These | Dense | null> {
  const { keyset, query, source = anyConnection } = walk;
  if (!leadsByDay(keyset, query)) return null;
  const most = Math.min(readFewLimit(keyset), mostLed);
  const statement = new Statement();
  const text = daysFrom(walk, statement, from, most);
  const all = days.parse((await source().query(text, statement.values)).rows);
  const at = (key: string): CursorPosition => ({ key, id: lowestId, included: !from.downwards });
  let led: These = { kind: 'these', ids: [], end: null };
  for (const day of all) {
    if (led.ids.length + day.ids.length > most) {
      if (day.number === 1) return { kind: 'dense', from };
      const isEmpty = led.ids.length === 0 && query.found?.ids.length === 0;
      return isEmpty
        ? { kind: 'dense', from: { ...from, place: at(day.begin) } }
        : { ...led, end: at(day.begin) };
    }
    led = { ...led, ids: [...led.ids, ...day.ids], end: day.isLast ? null : at(day.end) };
  }
  return led;
}

/** These rows as far as that place, under the list's own alias, with those to which other indexes led. */
export function readRowsByDay(walk: BatchScan, statement: Statement, from: From, { ids, end }: These) {
  const { keyset, query } = walk;
  const alias = readAlias(keyset);
  const inOrder = { ...walk, query: split(keyset, query).inOrder };
  const all = statement.bind([...ids, ...(query.found?.ids ?? [])]);
  const upTo = end?.key
    ? ` AND ${keyset.at} ${from.downwards ? '>=' : '<'} ${toCursorTime(statement, end.key)}`
    : '';
  // An array that the planner can't look into: it then looks the few ids up instead of walking the list in order.
  return joinTables(
    keyset,
    `(SELECT ${alias}.* FROM ${keyset.from} WHERE ${within(inOrder, statement, selectSort(keyset, query), from)}
      AND ${keyset.id} = ANY(ARRAY(SELECT unnest(${all}::uuid[])))${upTo} OFFSET 0) ${alias}`,
  );
}
