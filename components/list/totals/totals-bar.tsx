'use client';

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { PendingContent } from '#components/ui/awaited.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { HrefOf } from '../query/use-list.ts';
import type { SummedColumn } from './list-totals.ts';
import { toTotalsAddress, useTotals } from './use-totals.ts';

const Sums = lazy(() => import('./totals-row.tsx').then((file) => ({ default: file.Sums })));
const AddUp = lazy(() => import('./calculate-totals.tsx').then((file) => ({ default: file.AddUp })));

/** What was added up on request, and of when that is. */
type Added = { readonly progress: TotalsProgress; readonly at: UnixSeconds };

/** Kept for who goes to a row's page and comes back. Its key is of no topic: changes leave it as it is. */
function useAdded(api: string, filtered: string) {
  const queries = useQueryClient();
  const queryKey = ['added up', api, filtered];
  const { data: added } = useQuery<Added>({ queryKey, queryFn: skipToken });
  return { added, keep: (now: Added) => queries.setQueryData<Added>(queryKey, now) };
}

type Given = {
  api: string;
  /** What the keys of the list's queries begin with. */
  family: readonly string[];
  columns: readonly SummedColumn[];
  query: ListQuery;
  /** Null where the totals are of picked rows and lead nowhere. */
  hrefOf: HrefOf | null;
};

/** What everything that is filtered adds up to, per currency; more than can be added at once on request. */
export function TotalsBar({ api, family, columns, query, hrefOf }: Given) {
  const filtered = toTotalsAddress(query);
  const totals = useTotals(api, family, filtered);
  const { added, keep } = useAdded(api, filtered);
  if (totals.isPending) return <Skeleton className="h-3 w-64" />;
  if (totals.isError && !totals.data) {
    return (
      <Button size="sm" variant="quiet" onPress={() => void totals.refetch()}>
        The totals could not be read. Try again
      </Button>
    );
  }
  const exact = totals.data.kind === 'exact' ? totals.data : added?.progress;
  const figures = (
    <Suspense fallback={<Skeleton className="h-3 w-64" />}>
      {exact && <Sums columns={columns} fields={exact.fields} query={query} hrefOf={hrefOf} />}
      {totals.data.kind === 'too many' && (
        <AddUp
          key={filtered}
          address={`${api}/totals/all?${filtered}`}
          bound={totals.data.bound}
          addedAt={added?.at ?? null}
          onDone={(progress, at) => keep({ progress, at })}
        />
      )}
    </Suspense>
  );
  return totals.isPlaceholderData ? <PendingContent>{figures}</PendingContent> : figures;
}
