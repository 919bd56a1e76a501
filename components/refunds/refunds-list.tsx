'use client';

import { Undo2 } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { FirstRun } from '#components/list/table/first-run.tsx';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import type { RefundRow } from '#lib/refunds/schema.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { refundColumns } from './refund-columns.tsx';

const preview: ListPreview = {
  noun: 'Refund',
  path: 'deposits',
  Preview: lazy(() =>
    import('#components/deposits/deposit-preview.tsx').then((file) => ({ default: file.RefundPreview })),
  ),
};

const totals: readonly SummedColumn[] = [
  { field: 'refundAmount', label: 'Amount', currency: 'depositCurrency' },
  { field: 'refundDisplayAmount', label: 'Display', currency: 'displayCurrency' },
];

export function RefundsList({ start, canBeRead }: { start: ListStart<RefundRow>; canBeRead: boolean }) {
  const base = `/${start.businessId}`;
  return (
    <List
      title="Refunds"
      description="Observed here, never issued here."
      spec={refundList}
      start={start}
      columns={refundColumns(base)}
      idOf={(row) => row.depositId}
      hrefOf={(row) => `${base}/deposits/${row.depositId}`}
      markOf={(row) => row.changedAt}
      totals={totals}
      preview={preview}
      searchFor="deposit, transaction, address"
      firstRun={
        <FirstRun icon={<Undo2 aria-hidden />} title="No refunds yet">
          <p>
            {canBeRead
              ? 'The service refunds deposits that were too much, too late, in another coin or illicit. They show here once a payment that has one was read.'
              : 'Payments are not read here, and callbacks do not tell of refunds: set SERVICE_PAYMENT_READ_PATH to see them.'}
          </p>
        </FirstRun>
      }
    />
  );
}
