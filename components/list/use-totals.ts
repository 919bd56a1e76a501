'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { ListTotals } from '#lib/values/list-totals.ts';

const shape = outline<ListTotals>(withFields('kind'));

/** Adding up costs more than a page of rows, so it follows changes at this distance. */
const restMilliseconds = 5_000;

/**
 * What the rows under these filters add up to. `seenAt` is when the rows were last read: the totals follow them, but
 * no more often than every few seconds, however fast things change.
 */
export function useTotals(api: string, filtered: string, seenAt: number) {
  const totals = useQuery({
    queryKey: ['totals', api, filtered],
    queryFn: ({ signal }) => requestJson(`${api}/totals?${filtered}`, shape, signal),
    placeholderData: keepPreviousData,
  });
  useFollowing(totals, seenAt);
  return totals;
}

type Counted = {
  readonly dataUpdatedAt: number;
  readonly refetch: (how: { readonly cancelRefetch: boolean }) => unknown;
};

/** Reads what was counted again once the rows were, but no more often than every few seconds. */
export function useFollowing({ dataUpdatedAt, refetch }: Counted, seenAt: number): void {
  const follow = useEffectEvent(() => void refetch({ cancelRefetch: false }));
  useEffect(() => {
    if (dataUpdatedAt === 0 || seenAt <= dataUpdatedAt) return;
    const timer = setTimeout(follow, Math.max(0, dataUpdatedAt + restMilliseconds - Date.now()));
    return () => clearTimeout(timer);
  }, [seenAt, dataUpdatedAt]);
}
