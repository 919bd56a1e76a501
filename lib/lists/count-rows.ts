import 'server-only';
import { readWithin } from '#lib/database/limited-read.ts';
import { Statement } from '#lib/database/statement.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { countBound, slowCount } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition, PreparedQuery } from './definition.ts';
import { listCondition, listRows } from './definition.ts';
import { prepareQuery } from './prepare-query.ts';
import { foundRowIds } from './search/search-condition.ts';

/** Longest time of a count. Beyond it, the list has "many" rows. */
const countLimitMs = 1_500;
/** A search alone that has found more rows than this counts no further, but says the thousands of them. */
const enoughFound = 1_000;

/** Returns whether the search alone selects the rows of the list. */
const isSearchAlone = (definition: ListDefinition, businessId: BusinessId, query: PreparedQuery): boolean =>
  definition.baseCondition === undefined &&
  query.only.length + query.except.length === 0 &&
  definition.conditions(new Statement(), query, businessId).length === 0;

/** Counts the rows that a search has found before a lookup ended at too many. Zero where it found all. */
async function countFound(
  { from, id, business }: ListDefinition,
  businessId: BusinessId,
  { matches }: PreparedQuery,
): Promise<number> {
  const statement = new Statement();
  const ids = matches === undefined ? null : foundRowIds(matches, statement, businessId);
  if (ids === null) return 0;
  const text = `SELECT count(*)::int AS count FROM ${from}
    WHERE ${business} = ${statement.bind(businessId)}::uuid AND ${id} = ANY(${ids})`;
  const answer = await readWithin(countLimitMs, (client) =>
    client.query<{ count: number }>(text, statement.values),
  );
  return answer?.rows[0]?.count ?? 0;
}

/**
 * Counts the rows, exactly up to a bound. A search that has found too many already counts no further. A count that takes too
 * long is `slowCount`.
 */
export async function countRows(
  definition: ListDefinition,
  businessId: BusinessId,
  requestedQuery: ListQuery,
  /** Lower bound for callers that need less. */
  bound = countBound,
): Promise<ListCount> {
  const query = await prepareQuery(definition, businessId, requestedQuery);
  const found = isSearchAlone(definition, businessId, query)
    ? await countFound(definition, businessId, query)
    : 0;
  if (found > enoughFound)
    return { count: Math.min(Math.floor((found - 1) / enoughFound) * enoughFound, bound), more: true };
  const statement = new Statement();
  const where = listCondition(definition, statement, businessId, query);
  const text = `SELECT count(*)::int AS count
    FROM (SELECT 1 FROM ${listRows(definition)} WHERE ${where} LIMIT ${bound + 1}) AS bounded`;
  const answer = await readWithin(countLimitMs, (client) =>
    client.query<{ count: number }>(text, statement.values),
  );
  if (answer === null) return slowCount;
  const count = answer.rows[0]?.count ?? 0;
  return { count: Math.min(count, bound), more: count > bound };
}
