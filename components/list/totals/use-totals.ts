'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { totalsRefresh } from '#components/shell/refresh-changed-queries.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { listAddress } from '#lib/lists/model/query.ts';
import type { ListTotals } from '#lib/lists/model/totals.ts';

const shape = checkFields<ListTotals>(withFields('kind'));

/** Returns the part of a list's query that changes its totals: filters, but neither order nor page. */
export const toTotalsAddress = (query: ListQuery): string =>
  listAddress({ ...query, by: null, sort: 'newest', after: null, before: null });

/**
 * Reads the totals of the rows under these filters. A refresh waits many times as long as the last read took. Totals
 * that took too long are read again on request only. Totals of other filters are placeholders, which keep the space and
 * are not shown (`PendingContent`). `family` is the start of the list's query keys.
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
