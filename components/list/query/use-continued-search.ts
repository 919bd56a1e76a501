'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { requestJson } from '#components/query/request-json.ts';
import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { listAddress } from '#lib/lists/model/query.ts';
import { pageShape } from '../table/page-shape.ts';
import { goesBack, goOnFrom, joinSteps } from './search-steps.ts';

/** So many rows are enough to look at before more are searched for. */
const enough = 50;

/** The steps that were made for an address, and when the last of them was. */
type Made<Row> = { readonly of: string; readonly steps: readonly ListPage<Row>[]; readonly at: number };

/**
 * Goes on searching where a page could not be filled at once, step by step, until it is filled, the list has come to
 * its end, or the person stops it: forwards, or backwards where the page was reached from behind. What was found so far
 * is shown meanwhile. It goes on from where the page ended when it was first read: with every change it ends elsewhere,
 * and the search would begin anew.
 */
export function useContinuedSearch<Row>(
  page: ListPage<Row> | undefined,
  query: ListQuery,
  api: string,
  idOf: (row: Row) => string,
) {
  // A page that is the first one by now is not the one that was gone back to.
  const isBack = page !== undefined && goesBack(query, page);
  const asked = `${listAddress(query)} ${isBack}`;
  const isShort = page !== undefined && page.searched !== null;
  const [begun, setBegun] = useState<{ readonly asked: string; readonly page: ListPage<Row> } | null>(null);
  if (isShort && begun?.asked !== asked) setBegun({ asked, page });
  const first = isShort && begun?.asked === asked ? begun.page : null;
  const begin = first && goOnFrom(query, { first, steps: [] });
  const address = begin && listAddress(begin);
  const [made, setMade] = useState<Made<Row>>({ of: '', steps: [], at: 0 });
  const [stopped, setStopped] = useState({ of: '', failed: false });
  const client = useQueryClient();
  const { steps, at } = made.of === address ? made : { steps: [], at: 0 };
  const joined = page && first ? joinSteps(query, page, { first, steps }, idOf) : page;
  const rows = joined?.rows ?? [];
  const onward = first && goOnFrom(query, { first, steps });
  const place = onward && listAddress(onward);
  const isStopped = stopped.of === address || rows.length >= enough;
  const goesOn = place !== null && !isStopped;
  const next = useEffectEvent(async (signal: AbortSignal) => {
    if (address === null || place === null) return;
    const step = await client
      .fetchQuery({
        queryKey: ['search-on', api, place],
        queryFn: ({ signal: read }) => requestJson(`${api}?${place}`, pageShape<Row>(), read),
        gcTime: 0,
      })
      .catch(() => null);
    if (signal.aborted) return;
    if (step === null) setStopped({ of: address, failed: true });
    else setMade({ of: address, steps: [...steps, step], at: Date.now() });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step that was made asks for the next
  useEffect(() => {
    if (!goesOn) return;
    const left = new AbortController();
    void next(left.signal);
    return () => left.abort();
  }, [goesOn, address, place]);
  return {
    page: joined,
    /** When the last step was made; 0 where none was needed. */
    foundAt: at,
    /** How far was looked, while that is not to the end. */
    searched: rows.length >= enough ? null : (joined?.searched ?? null),
    isBack: onward !== null && onward.before !== null,
    goesOn,
    isFailed: stopped.failed && stopped.of === address,
    stop: () => address !== null && setStopped({ of: address, failed: false }),
    goOn: () => setStopped({ of: '', failed: false }),
  };
}
