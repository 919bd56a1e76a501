import 'server-only';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition, PreparedQuery } from './definition.ts';
import { withResolvedDays } from './filters/filter-times.ts';
import { readIndexedRowLimit } from './scan/indexed-rows.ts';
import { findMatches } from './search/search-condition.ts';

/**
 * Adds default filters, resolves times and looks up the search. Without search matches, each row of the list is
 * checked.
 */
export async function prepareQuery(
  definition: ListDefinition,
  businessId: BusinessId,
  requestedQuery: ListQuery,
): Promise<PreparedQuery> {
  const choices = { ...definition.defaultChoices?.(requestedQuery), ...requestedQuery.choices };
  const query = addImpliedEnds(
    definition,
    await withResolvedDays(businessId, { ...requestedQuery, choices }),
  );
  if (query.q === null || definition.search === undefined) return query;
  return {
    ...query,
    matches: await findMatches(definition.search, query.q, businessId, readIndexedRowLimit(definition)),
  };
}

/** Copies the end of a time that is never before the list's own to the list's own time. */
function addImpliedEnds({ indexHints }: ListDefinition, query: PreparedQuery): PreparedQuery {
  const { days, times } = query;
  const ends = Object.entries(indexHints?.notBefore ?? {}).flatMap(([name, own]) => {
    const to = times?.[name]?.to ?? null;
    return to === null || Object.hasOwn(days, own) ? [] : [{ own, to }];
  });
  if (ends.length === 0) return query;
  const byFilter = <Value>(toValue: (to: string) => Value) =>
    Object.fromEntries(ends.map(({ own, to }) => [own, toValue(to)]));
  return {
    ...query,
    days: { ...days, ...byFilter(() => ({ from: null, to: null })) },
    times: { ...times, ...byFilter((to) => ({ from: null, to })) },
  };
}
