'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { requestJson } from '#components/query/request-json.ts';
import type { ListPage, ListQuery } from '#lib/values/list-query.ts';
import { listAddress } from '#lib/values/list-query.ts';
import { pageShape } from './page-shape.ts';

/** So many rows are enough to look at before more are searched for. */
const enough = 50;

/**
 * Goes on searching where a page could not be filled at once, step by step, until it is filled, the list has come to
 * its end, or the person stops it. What was found so far is shown meanwhile.
 */
export function useSearchOn<Row>(page: ListPage<Row> | undefined, query: ListQuery, api: string) {
  const begin = page?.searched && query.before === null ? page.after : null;
  const address = listAddress({ ...query, after: begin });
  const [stopped, setStopped] = useState('');
  const steps = useInfiniteQuery({
    // Apart from what live events bring up to date: it would begin anew with each.
    queryKey: ['searched', api, address],
    enabled: begin !== null,
    initialPageParam: begin,
    queryFn: ({ pageParam, signal }) =>
      requestJson(`${api}?${listAddress({ ...query, after: pageParam })}`, pageShape<Row>(), signal),
    getNextPageParam: ({ searched, after }) => (searched === null ? null : after),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const found = begin === null ? [] : (steps.data?.pages ?? []);
  const rows = [page?.rows ?? [], ...found.map((one) => one.rows)].flat();
  const last = found.at(-1);
  const searched = (last ?? page)?.searched ?? null;
  const isStopped = stopped === address || rows.length >= enough || steps.isError;
  const goesOn = begin !== null && searched !== null && !isStopped;
  const { isFetching } = steps;
  const next = useEffectEvent(() => void steps.fetchNextPage());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step that was made asks for the next
  useEffect(() => {
    if (goesOn && !isFetching) next();
  }, [goesOn, isFetching, found.length]);
  return {
    page: page && { ...page, rows, after: last ? last.after : page.after, searched },
    /** How far was looked, while that is not to the end. */
    searched: rows.length >= enough ? null : searched,
    goesOn,
    stop: () => setStopped(address),
    goOn: () => {
      setStopped('');
      next();
    },
  };
}
