'use client';

import { useQuery } from '@tanstack/react-query';
import type { RowSnapshot } from './rows-by-id.ts';
import type { ListInAddress } from './use-list.ts';

/**
 * Rows that are shown but do not stand on the page as it is read now: they left the list, stand on the next page by now,
 * or a search found them far away. They are read by their ids, as often as anything changes.
 */
export function useRowsById<Row>(
  { api, family, filtered, query, spec }: ListInAddress,
  ids: readonly string[],
  idOf: (row: Row) => string,
  isWanted: boolean,
): ReadonlyMap<string, RowSnapshot<Row>> {
  const { data } = useQuery({
    queryKey: [...family, 'by id', filtered, ids.join(',')],
    queryFn: async ({ signal }) => {
      const { readById } = await import('./rows-by-id.ts');
      return readById({ api, query, everything: spec.everything }, ids, idOf, signal);
    },
    enabled: isWanted && ids.length > 0,
    // Which rows these are changes with every row that comes.
    gcTime: 10_000,
    // What is known of some of them stays known while others are asked for as well, under the same filters.
    placeholderData: (before, asked) => (asked?.queryKey.includes(filtered) ? before : undefined),
  });
  return new Map((ids.length === 0 ? [] : (data ?? [])).map((one) => [one.id, one]));
}
