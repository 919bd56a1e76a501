'use client';

import { Undo2 } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { tRefunds } from '#lib/messages/refunds.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { refundColumns } from './refund-columns.tsx';

const preview: ListPreview = {
  noun: tRefunds('noun'),
  path: 'deposits',
  Preview: lazy(() =>
    import('#components/deposits/deposit-preview.tsx').then((file) => ({ default: file.RefundPreview })),
  ),
};

const totals: readonly SummedColumn[] = [
  { field: 'refundAmount', label: tRefunds('columns.amount'), currency: 'depositCurrency' },
  { field: 'refundDisplayAmount', label: tRefunds('columns.display'), currency: 'displayCurrency' },
];

/** The refunds list with its totals and drawer. */
export function RefundsList({ start, canBeRead }: { start: ListStart; canBeRead: boolean }) {
  const base = `/${start.businessId}`;
  return (
    <List
      title={tRefunds('title')}
      description={tRefunds('description')}
      spec={refundList}
      start={start}
      columns={refundColumns(base)}
      getId={(row) => row.depositId}
      getHref={(row) => `${base}/deposits/${row.depositId}`}
      getMark={(row) => row.changedAt}
      totals={totals}
      preview={preview}
      searchFor={tRefunds('search')}
      firstRun={
        <EmptyState icon={<Undo2 aria-hidden />} title={tRefunds('firstRun.title')}>
          <p>{tRefunds(canBeRead ? 'firstRun.readable' : 'firstRun.unreadable')}</p>
        </EmptyState>
      }
    />
  );
}
