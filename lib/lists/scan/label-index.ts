import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition, From } from '../cursor.ts';
import { asFarAs, behind } from '../cursor.ts';
import type { Along, ListDefinition, SortColumn, TimedQuery } from '../definition.ts';
import { readAlias, selectSort } from '../definition.ts';

/** So many rows are fetched by their ids, one by one, within a few milliseconds. */
const most = 1_000;

/** A filter that leads along another table, and the value that is asked for. */
type Led = { readonly name: string; readonly along: Along; readonly value: string };

/** What leads along another table: one value of such a filter, in the list's own order. Null where nothing does. */
export function findLeadingLabel(keyset: ListDefinition, query: TimedQuery): Led | null {
  const along = keyset.bounds?.along ?? {};
  const isFound = query.q !== null || query.only.length > 0 || Object.keys(query.exact).length > 0;
  if (isFound || selectSort(keyset, query).column !== keyset.at) return null;
  for (const [name, one] of Object.entries(along)) {
    const [value, ...more] = query.choices[name] ?? [];
    if (value !== undefined && more.length === 0 && one.fits(value)) return { name, along: one, value };
  }
  return null;
}

/** The same query without what leads. */
export const withoutLeadingLabel = (query: TimedQuery, { name }: Led): TimedQuery => ({
  ...query,
  choices: Object.fromEntries(Object.entries(query.choices).filter(([other]) => other !== name)),
});

/** Entries from a place on, as far as another where that is known. */
type Entries = {
  readonly businessId: BusinessId;
  readonly from: From;
  readonly sort: SortColumn;
  readonly end?: CursorPosition | null;
};

const entriesOf = (
  { along, value }: Led,
  statement: Statement,
  { businessId, from: { place, downwards }, sort, end = null }: Entries,
): string => {
  const own = { ...sort, column: along.at };
  const from = place === null ? [] : [behind(along, statement, own, place, downwards)];
  const upTo = end === null ? [] : [asFarAs(along, statement, own, end, downwards)];
  const way = downwards ? 'DESC' : 'ASC';
  return `FROM ${along.from} WHERE ${[along.where(statement, value, businessId), ...from, ...upTo].join(' AND ')}
    ORDER BY ${along.at} ${way}, ${along.id} ${way}`;
};

/** The rows to which the next entries lead, under the list's own alias. */
export function readRowsByLabel(
  keyset: ListDefinition,
  led: Led,
  statement: Statement,
  wanted: Entries,
): string {
  const alias = readAlias(keyset);
  const entries = entriesOf(led, statement, wanted);
  return `(SELECT ${alias}.* FROM (SELECT ${led.along.id} AS led_id ${entries} LIMIT ${2 * most}) led
    JOIN ${keyset.from} ON ${keyset.business} = ${statement.bind(wanted.businessId)}::uuid AND ${keyset.id} = led.led_id) ${alias}`;
}

/** The last of those entries, as a place of the list. */
export const findEndByLabel = (led: Led, statement: Statement, wanted: Entries): string =>
  `SELECT (extract(epoch from ${led.along.at}) * 1000000)::bigint::text AS "placeKey", ${led.along.id}::text AS "placeId"
    ${entriesOf(led, statement, wanted)} OFFSET ${most - 1} LIMIT 1`;

/** How many rows that are, up to a bound, where nothing else is filtered for. Null: that is not so. */
export function countByLabel(
  keyset: ListDefinition,
  query: TimedQuery,
  { statement, businessId, bound }: { statement: Statement; businessId: BusinessId; bound: number },
): string | null {
  const led = findLeadingLabel(keyset, query);
  const { choices, days, amounts, except } = query;
  const asked = [choices, days, amounts, except].reduce((sum, one) => sum + Object.keys(one).length, 0);
  if (led === null || led.along.uncertain || asked > 1) return null;
  return `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${led.along.from}
    WHERE ${led.along.where(statement, led.value, businessId)} LIMIT ${bound}) AS bounded`;
}
