'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { requestJson } from '#components/query/request-json.ts';
import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { listAddress } from '#lib/lists/model/query.ts';
import { listPageShape } from '../table/page-shape.ts';
import { joinSearchSteps, nextSearchQuery, shouldContinueBackwards } from './search-steps.ts';

/** The number of rows after which the search pauses. */
const pageSize = 50;

/** The finished steps for an address and the time of the last one. */
type Made<Row> = { readonly of: string; readonly steps: readonly ListPage<Row>[]; readonly at: number };

/**
 * Continues the search for a page that one request could not fill: step by step until it is full, the list ends or the
 * person stops it. It runs backwards when the page was reached from behind. It starts at the end of the first read,
 * because later reads end elsewhere and would restart the search.
 */
export function useContinuedSearch<Row>(
  page: ListPage<Row> | undefined,
  query: ListQuery,
  api: string,
  getId: (row: Row) => string,
) {
  // A page that has become the first one no longer continues backwards.
  const isBack = page !== undefined && shouldContinueBackwards(query, page);
  const searchKey = `${listAddress(query)} ${isBack}`;
  const isShort = page !== undefined && page.scannedTo !== null;
  const [begun, setBegun] = useState<{ readonly asked: string; readonly page: ListPage<Row> } | null>(null);
  if (isShort && begun?.asked !== searchKey) setBegun({ asked: searchKey, page });
  const first = isShort && begun?.asked === searchKey ? begun.page : null;
  const begin = first && nextSearchQuery(query, { first, steps: [] });
  const address = begin && listAddress(begin);
  const [made, setMade] = useState<Made<Row>>({ of: '', steps: [], at: 0 });
  const [stopped, setStopped] = useState({ of: '', failed: false });
  const client = useQueryClient();
  const { steps, at } = made.of === address ? made : { steps: [], at: 0 };
  const joined = page && first ? joinSearchSteps(query, page, { first, steps }, getId) : page;
  const rows = joined?.rows ?? [];
  const onward = first && nextSearchQuery(query, { first, steps });
  const place = onward && listAddress(onward);
  const isStopped = stopped.of === address || rows.length >= pageSize;
  const goesOn = place !== null && !isStopped;
  const next = useEffectEvent(async (signal: AbortSignal) => {
    if (address === null || place === null) return;
    const step = await client
      .fetchQuery({
        queryKey: ['search-on', api, place],
        queryFn: ({ signal: read }) => requestJson(`${api}?${place}`, listPageShape<Row>(), read),
        gcTime: 0,
      })
      .catch(() => null);
    if (signal.aborted) return;
    if (step === null) setStopped({ of: address, failed: true });
    else setMade({ of: address, steps: [...steps, step], at: Date.now() });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each finished step requests the next
  useEffect(() => {
    if (!goesOn) return;
    const left = new AbortController();
    void next(left.signal);
    return () => left.abort();
  }, [goesOn, address, place]);
  return {
    page: joined,
    /** The time of the last step, or 0 without one. */
    foundAt: at,
    /** The position of the search while it is not at the end. */
    searched: rows.length >= pageSize ? null : (joined?.scannedTo ?? null),
    isBack: onward !== null && onward.before !== null,
    goesOn,
    isFailed: stopped.failed && stopped.of === address,
    stop: () => address !== null && setStopped({ of: address, failed: false }),
    goOn: () => setStopped({ of: '', failed: false }),
  };
}
