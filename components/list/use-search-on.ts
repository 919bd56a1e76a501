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
 * its end, or the person stops it. What was found so far is shown meanwhile. It goes on from where the page ended when
 * it was first read: with every change it ends elsewhere, and the search would begin anew.
 */
export function useSearchOn<Row>(
  page: ListPage<Row> | undefined,
  query: ListQuery,
  api: string,
  idOf: (row: Row) => string,
) {
  const asked = listAddress(query);
  const isShort = page !== undefined && page.searched !== null && query.before === null;
  const [begun, setBegun] = useState<{ readonly asked: string; readonly page: ListPage<Row> } | null>(null);
  if (isShort && begun?.asked !== asked) setBegun({ asked, page });
  const first = isShort && begun?.asked === asked ? begun.page : null;
  const begin = first?.after ?? null;
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
  const rows = once(
    [page, first, ...found].flatMap((one) => one?.rows ?? []),
    idOf,
  );
  const last = found.at(-1) ?? first ?? page;
  const searched = last?.searched ?? null;
  const isStopped = stopped === address || rows.length >= enough || steps.isError;
  const goesOn = begin !== null && searched !== null && !isStopped;
  const { isFetching } = steps;
  const next = useEffectEvent(() => void steps.fetchNextPage());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step that was made asks for the next
  useEffect(() => {
    if (goesOn && !isFetching) next();
  }, [goesOn, isFetching, found.length]);
  return {
    page: page && { ...page, rows, after: last?.after ?? null, searched },
    /** When the last step was made; 0 where none was needed. */
    foundAt: begin === null ? 0 : steps.dataUpdatedAt,
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

/** Each row once, as it is first told: the page itself is read again with every change. */
function once<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const ids = new Set<string>();
  return rows.filter((row) => ids.size < ids.add(idOf(row)).size);
}
