'use client';

import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { PendingContent } from '#components/ui/pending-content.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import { tListTotals } from '#lib/messages/list.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { GetListHref } from '../query/use-list.ts';
import { CalculateTotals } from './calculate-totals.tsx';
import type { SummedColumn } from './list-totals.ts';
import { TotalsRow } from './totals-row.tsx';
import { toTotalsAddress, useTotals } from './use-totals.ts';

/** Totals that were calculated on request, and their time. */
type CalculatedTotals = { readonly progress: TotalsProgress; readonly at: UnixSeconds };

/** Keeps calculated totals while the person visits other pages. Its key has no topic, so changes don't clear it. */
function useCalculatedTotals(api: string, filtered: string) {
  const queries = useQueryClient();
  const queryKey = ['calculated totals', api, filtered];
  const { data: calculated } = useQuery<CalculatedTotals>({ queryKey, queryFn: skipToken });
  return {
    calculated,
    save: (now: CalculatedTotals) => queries.setQueryData<CalculatedTotals>(queryKey, now),
  };
}

type TotalsBarProps = {
  api: string;
  /** The start of the list's query keys. */
  family: readonly string[];
  columns: readonly SummedColumn[];
  query: ListQuery;
  /** Null for totals of selected rows, which have no links. */
  getHref: GetListHref | null;
};

/** Shows the totals of all matching rows per currency. Too many rows are totalled on request. */
export function TotalsBar({ api, family, columns, query, getHref }: TotalsBarProps) {
  const filtered = toTotalsAddress(query);
  const totals = useTotals(api, family, filtered);
  const { calculated, save } = useCalculatedTotals(api, filtered);
  if (totals.isPending) return <Skeleton className="h-3 w-64" />;
  if (totals.isError && !totals.data) {
    return (
      <Button size="sm" variant="quiet" onPress={() => void totals.refetch()}>
        {tListTotals('readFailed')}
      </Button>
    );
  }
  const exact = totals.data.kind === 'exact' ? totals.data : calculated?.progress;
  const figures = (
    <>
      {exact && <TotalsRow columns={columns} fields={exact.fields} query={query} getHref={getHref} />}
      {totals.data.kind === 'too many' && (
        <CalculateTotals
          key={filtered}
          address={`${api}/totals/all?${filtered}`}
          bound={totals.data.bound}
          calculatedAt={calculated?.at ?? null}
          onDone={(progress, at) => save({ progress, at })}
        />
      )}
    </>
  );
  return totals.isPlaceholderData ? <PendingContent>{figures}</PendingContent> : figures;
}
