'use client';

import { ArrowDownToLine } from 'lucide-react';
import { lazy } from 'react';
import { LabelSelectedDeposits } from '#components/annotations/label-selected.tsx';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { depositList } from '#lib/deposits/schema.ts';
import { tDeposits } from '#lib/messages/deposits.ts';
import { depositColumns } from './deposit-columns.tsx';

const preview: ListPreview = {
  noun: tDeposits('noun'),
  path: 'deposits',
  Preview: lazy(() => import('./deposit-preview.tsx').then((file) => ({ default: file.DepositPreview }))),
};

const totals: readonly SummedColumn[] = [
  {
    field: 'depositAmount',
    label: tDeposits('columns.deposited'),
    currency: 'depositCurrency',
    filterColumn: () => ({ amountFrom: ['record'] }),
    coverageMessage: tDeposits('totals.fromRecord'),
  },
  {
    field: 'callbackDepositAmount',
    label: tDeposits('totals.byCallback'),
    currency: 'depositCurrency',
    filterColumn: () => ({ amountFrom: ['callback'] }),
    coverageMessage: tDeposits('totals.fromCallback'),
    hint: tDeposits('totals.notAdded'),
  },
  { field: 'settlementServiceFee', label: tDeposits('columns.serviceFee'), currency: 'settlementCurrency' },
  { field: 'settlementPayableAmount', label: tDeposits('columns.credited'), currency: 'settlementCurrency' },
  { field: 'uniformPayableAmount', label: tDeposits('columns.eurCredited'), currency: null, minor: true },
  {
    field: 'displayAmount',
    label: tDeposits('columns.display'),
    currency: 'displayCurrency',
    filterColumn: () => ({ displayFrom: ['record'] }),
    coverageMessage: tDeposits('totals.fromRecord'),
    minor: true,
  },
  {
    field: 'callbackDisplayAmount',
    label: tDeposits('totals.displayByCallback'),
    currency: 'displayCurrency',
    filterColumn: () => ({ displayFrom: ['callback'] }),
    coverageMessage: tDeposits('totals.fromCallback'),
    hint: tDeposits('totals.notAdded'),
    minor: true,
  },
];

/** The deposits list with its totals, drawer and bulk actions. */
export function DepositsList({ start, mayAnnotate }: { start: ListStart; mayAnnotate: boolean }) {
  const base = `/${start.businessId}`;
  return (
    <List
      title={tDeposits('title')}
      spec={depositList}
      start={start}
      columns={depositColumns(base)}
      getId={(row) => row.depositId}
      getHref={(row) => `${base}/deposits/${row.depositId}`}
      getMark={(row) => row.changedAt}
      totals={totals}
      preview={preview}
      {...(mayAnnotate && { bulk: LabelSelectedDeposits })}
      searchFor={tDeposits('search')}
      firstRun={
        <EmptyState icon={<ArrowDownToLine aria-hidden />} title={tDeposits('firstRun.title')}>
          <p>{tDeposits('firstRun.text')}</p>
        </EmptyState>
      }
    />
  );
}
