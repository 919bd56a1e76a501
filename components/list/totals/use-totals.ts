'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { totalsRefresh } from '#components/shell/fresh-queries.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { listAddress } from '#lib/lists/model/query.ts';
import type { ListTotals } from '#lib/lists/model/totals.ts';

const shape = outline<ListTotals>(withFields('kind'));

/** What of a list's query totals are of: neither order nor place change them. */
export const toTotalsAddress = (query: ListQuery): string =>
  listAddress({ ...query, by: null, sort: 'newest', after: null, before: null });

/**
 * What the rows under these filters add up to. They follow changes at a distance of many times what they took; what
 * took too long once is not asked for again unless somebody wants it. Those of other filters come as a placeholder:
 * they may hold the room (`Awaited`), not be shown. `family` is what the list's keys begin with.
 */
export function useTotals(api: string, family: readonly string[], filtered: string) {
  return useQuery({
    queryKey: [...family, 'totals', filtered],
    queryFn: ({ signal }) => requestJson(`${api}/totals?${filtered}`, shape, signal),
    placeholderData: keepPreviousData,
    staleTime: ({ state }) =>
      state.data?.kind === 'too many' && state.data.bound === null ? 'static' : 30_000,
    meta: totalsRefresh,
  });
}
