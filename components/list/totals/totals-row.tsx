'use client';

import { Sigma } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { FieldSums } from '#lib/lists/model/totals.ts';
import type { HrefOf } from '../query/use-list.ts';
import type { SummedColumn } from './list-totals.ts';
import { rowsOfSum, splitSums } from './list-totals.ts';
import { SumText } from './total-text.tsx';

const Table = lazy(() => import('./totals-table.tsx').then((file) => ({ default: file.TotalsTable })));

/** So many currencies of a field stand in the bar; the rest behind "All totals". */
const mostShown = 2;

type Given = {
  columns: readonly SummedColumn[];
  fields: readonly FieldSums[];
  query: ListQuery;
  /** Null where they lead nowhere. */
  hrefOf: HrefOf | null;
};

/** Each field's sums, those in which no row tells an amount left out. Fetched once there is something to show. */
export function Sums({ columns, fields, query, hrefOf }: Given) {
  const { locale } = useLocaleSettings();
  const lines = columns.flatMap((column) => {
    const sums = fields.find(({ field }) => field === column.field)?.sums ?? [];
    const { told, leftOut } = splitSums(sums);
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
            {told.map((sum, at) => (
              // On paper nothing can be opened: there they all stand.
              <span key={sum.currency} className={at < mostShown ? 'contents' : 'hidden print:contents'}>
                <SumText sum={sum} column={column} href={hrefOfSum(column, sum.currency)} />
              </span>
            ))}
            {told.length > mostShown && (
              <span className="text-faint text-xs print:hidden">
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
