import 'server-only';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition, TimedQuery } from './definition.ts';
import { withTimes } from './filters/filter-times.ts';
import { readFewLimit } from './scan/few-rows.ts';
import { findRows } from './search/search-condition.ts';

/**
 * The query with what is chosen where nothing is said, and with what is found out before any row is looked at: when its days begin and end, and where its search
 * leads. Without that, each row of the list is looked at for the search.
 */
export async function prepareQuery(
  keyset: ListDefinition,
  businessId: BusinessId,
  asked: ListQuery,
): Promise<TimedQuery> {
  const choices = { ...keyset.usual?.(asked), ...asked.choices };
  const query = endedBy(keyset, await withTimes(businessId, { ...asked, choices }));
  if (query.q === null || keyset.search === undefined) return query;
  return { ...query, found: await findRows(keyset.search, query.q, businessId, readFewLimit(keyset)) };
}

/** The query with the end of a time that is never before the list's own as the end of that one too. */
function endedBy({ bounds }: ListDefinition, query: TimedQuery): TimedQuery {
  const { days, times } = query;
  const ends = Object.entries(bounds?.notBefore ?? {}).flatMap(([name, own]) => {
    const to = times?.[name]?.to ?? null;
    return to === null || Object.hasOwn(days, own) ? [] : [{ own, to }];
  });
  if (ends.length === 0) return query;
  const of = <Value>(made: (to: string) => Value) =>
    Object.fromEntries(ends.map(({ own, to }) => [own, made(to)]));
  return {
    ...query,
    days: { ...days, ...of(() => ({ from: null, to: null })) },
    times: { ...times, ...of((to) => ({ from: null, to })) },
  };
}
