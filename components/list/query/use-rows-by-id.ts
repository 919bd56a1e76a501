'use client';

import { useQuery } from '@tanstack/react-query';
import type { RowSnapshot } from './rows-by-id.ts';
import type { ListInAddress } from './use-list.ts';

/**
 * Reads shown rows that are not on the current page: they left the list or moved to the next page. They are read by
 * id with every change.
 */
export function useRowsById<Row>(
  { api, family, filtered, query, spec }: ListInAddress,
  ids: readonly string[],
  getId: (row: Row) => string,
): ReadonlyMap<string, RowSnapshot<Row>> {
  const { data } = useQuery({
    queryKey: [...family, 'by id', filtered, ids.join(',')],
    queryFn: async ({ signal }) => {
      const { readById } = await import('./rows-by-id.ts');
      return readById({ api, query, everything: spec.unfilteredChoices }, ids, getId, signal);
    },
    enabled: ids.length > 0,
    // The set of ids changes with every new row.
    gcTime: 10_000,
    // Known rows stay while others are read under the same filters.
    placeholderData: (before, previous) => (previous?.queryKey.includes(filtered) ? before : undefined),
  });
  return new Map((ids.length === 0 ? [] : (data ?? [])).map((one) => [one.id, one]));
}
