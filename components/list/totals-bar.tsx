'use client';

import { Sigma } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ListQuery } from '#lib/values/list-query.ts';
import { listAddress } from '#lib/values/list-query.ts';
import type { FieldSums, TotalsProgress } from '#lib/values/list-totals.ts';
import type { SummedColumn } from './list-sums.ts';
import { rowsOfSum, sumsOf } from './list-sums.ts';
import { SumText } from './sum-text.tsx';
import type { HrefOf } from './use-list.ts';
import { useTotals } from './use-totals.ts';

const Table = lazy(() => import('./totals-table.tsx').then((file) => ({ default: file.TotalsTable })));
const AddUp = lazy(() => import('./add-up.tsx').then((file) => ({ default: file.AddUp })));

/** So many currencies of a field stand in the bar; the rest behind "All totals". */
const mostShown = 2;

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
  const filtered = listAddress({ ...query, by: null, sort: 'newest', after: null, before: null });
  const totals = useTotals(api, family, filtered);
  const [added, setAdded] = useState<{ of: string; progress: TotalsProgress } | null>(null);
  if (totals.isPending) return <Skeleton className="h-3 w-64" />;
  if (totals.isError && !totals.data) {
    return (
      <Button size="sm" variant="quiet" onPress={() => void totals.refetch()}>
        The totals could not be read. Try again
      </Button>
    );
  }
  const known = added?.of === filtered && added.progress.done ? added.progress : null;
  if (totals.data.kind === 'too many' && known === null) {
    return (
      <Suspense>
        <AddUp
          key={filtered}
          address={`${api}/totals/all?${filtered}`}
          bound={totals.data.bound}
          onDone={(progress) => setAdded({ of: filtered, progress })}
        />
      </Suspense>
    );
  }
  const fields = totals.data.kind === 'exact' ? totals.data.fields : (known?.fields ?? []);
  return <Sums columns={columns} fields={fields} query={query} hrefOf={hrefOf} />;
}

function Sums({
  columns,
  fields,
  query,
  hrefOf,
}: Pick<Given, 'columns' | 'query' | 'hrefOf'> & { fields: readonly FieldSums[] }) {
  const { locale } = useLocaleSettings();
  const lines = columns.flatMap((column) => {
    const sums = fields.find(({ field }) => field === column.field)?.sums ?? [];
    const { told, leftOut } = sumsOf(sums);
    return told.length + leftOut === 0 ? [] : [{ column, sums, told, leftOut }];
  });
  if (lines.length === 0) return <span className="text-faint">No amount is told</span>;
  const hrefOfSum = (column: SummedColumn, currency: string | null) =>
    hrefOf === null || currency === null ? null : hrefOf(rowsOfSum(query, column, currency));
  return (
    <>
      <Popover
        label="All totals"
        placement="top start"
        trigger={
          <Button size="sm" variant="quiet" icon={<Sigma aria-hidden />} className="-ml-2">
            Totals
          </Button>
        }
      >
        {(close) => (
          <Suspense fallback={<Skeleton className="h-40 w-80" />}>
            <Table lines={lines} hrefOf={hrefOfSum} onFollow={close} />
          </Suspense>
        )}
      </Popover>
      {lines
        .filter(({ column }) => !column.minor)
        .map(({ column, told, leftOut }) => (
          <span key={column.field} className="inline-flex flex-wrap items-center gap-x-2">
            <span title={column.hint} className="text-muted">
              {column.label}
            </span>
            {told.slice(0, mostShown).map((sum) => (
              <SumText key={sum.currency} sum={sum} column={column} href={hrefOfSum(column, sum.currency)} />
            ))}
            {told.length > mostShown && (
              <span className="text-faint text-xs">
                +{new Intl.NumberFormat(locale).format(told.length - mostShown)}
              </span>
            )}
            {leftOut > 0 && (
              <span
                title="The record tells an amount of which nobody knows the currency."
                className="text-attention text-xs"
              >
                {new Intl.NumberFormat(locale).format(leftOut)} in no known currency left out
              </span>
            )}
          </span>
        ))}
    </>
  );
}
