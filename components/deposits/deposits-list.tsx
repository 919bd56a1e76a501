'use client';

import { ArrowDownToLine } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { FirstRun } from '#components/list/table/first-run.tsx';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import type { DepositRow } from '#lib/deposits/schema.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { depositColumns } from './deposit-columns.tsx';

const preview: ListPreview = {
  noun: 'Deposit',
  path: 'deposits',
  Preview: lazy(() => import('./deposit-preview.tsx').then((file) => ({ default: file.DepositPreview }))),
};
const Picked = lazy(() =>
  import('#components/annotations/label-selected.tsx').then((file) => ({
    default: file.LabelSelectedDeposits,
  })),
);

const notAdded =
  'As callbacks told it and no record has yet. It may be of the whole payment, so it is not added to what records tell.';

const totals: readonly SummedColumn[] = [
  {
    field: 'depositAmount',
    label: 'Deposited',
    currency: 'depositCurrency',
    also: () => ({ amountFrom: ['record'] }),
    told: 'by record',
  },
  {
    field: 'callbackDepositAmount',
    label: 'By callback',
    currency: 'depositCurrency',
    also: () => ({ amountFrom: ['callback'] }),
    told: 'by callback',
    hint: notAdded,
  },
  { field: 'settlementPayableAmount', label: 'Credited', currency: 'settlementCurrency' },
  { field: 'uniformPayableAmount', label: 'EUR credited', currency: null },
  {
    field: 'displayAmount',
    label: 'Display',
    currency: 'displayCurrency',
    also: () => ({ displayFrom: ['record'] }),
    told: 'by record',
    minor: true,
  },
  {
    field: 'callbackDisplayAmount',
    label: 'Display, by callback',
    currency: 'displayCurrency',
    also: () => ({ displayFrom: ['callback'] }),
    told: 'by callback',
    hint: notAdded,
    minor: true,
  },
];

export function DepositsList({ start, mayAnnotate }: { start: ListStart<DepositRow>; mayAnnotate: boolean }) {
  const base = `/${start.businessId}`;
  return (
    <List
      title="Deposits"
      spec={depositList}
      start={start}
      columns={depositColumns(base)}
      idOf={(row) => row.depositId}
      hrefOf={(row) => `${base}/deposits/${row.depositId}`}
      markOf={(row) => row.changedAt}
      totals={totals}
      preview={preview}
      {...(mayAnnotate && { bulk: Picked })}
      searchFor="ID, transaction, address, reference"
      firstRun={
        <FirstRun icon={<ArrowDownToLine aria-hidden />} title="No deposits yet">
          <p>
            A deposit is one transaction that a payer sent to a payment. It shows here as soon as the service
            tells of it.
          </p>
        </FirstRun>
      }
    />
  );
}
