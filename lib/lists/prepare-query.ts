import 'server-only';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition, PreparedQuery } from './definition.ts';
import { withResolvedDays } from './filters/filter-times.ts';
import { findMatches } from './search/search-condition.ts';

/** Adds default filters, resolves times and looks up the search. */
export async function prepareQuery(
  definition: ListDefinition,
  businessId: BusinessId,
  requestedQuery: ListQuery,
): Promise<PreparedQuery> {
  const choices = { ...definition.defaultChoices?.(requestedQuery), ...requestedQuery.choices };
  const query = await withResolvedDays(businessId, { ...requestedQuery, choices });
  if (query.q === null || definition.search === undefined) return query;
  return { ...query, matches: await findMatches(definition.search, query.q, businessId) };
}
