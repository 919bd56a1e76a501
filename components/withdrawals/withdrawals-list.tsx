'use client';

import { ArrowUpFromLine } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { FirstRun } from '#components/list/table/first-run.tsx';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import type { WithdrawalRow } from '#lib/withdrawals/schema.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';

const preview: ListPreview = {
  noun: 'Withdrawal',
  path: 'withdrawals',
  Preview: lazy(() =>
    import('./withdrawal-preview.tsx').then((file) => ({ default: file.WithdrawalPreview })),
  ),
};
const Picked = lazy(() =>
  import('#components/annotations/label-selected.tsx').then((file) => ({
    default: file.LabelSelectedWithdrawals,
  })),
);

const totals: readonly SummedColumn[] = [
  { field: 'actualWithdrawAmount', label: 'Withdrawn', currency: 'withdrawCurrency' },
  { field: 'deductedSettlementAmount', label: 'Deducted', currency: 'settlementCurrency' },
  { field: 'actualDisplayAmount', label: 'Display', currency: 'displayCurrency', minor: true },
];

export function WithdrawalsList({
  start,
  mayAnnotate,
}: {
  start: ListStart<WithdrawalRow>;
  mayAnnotate: boolean;
}) {
  const base = `/${start.businessId}/withdrawals`;
  return (
    <List
      title="Withdrawals"
      description="Observed here, never created here."
      spec={withdrawalList}
      start={start}
      columns={withdrawalColumns(base)}
      idOf={(row) => row.withdrawalId}
      hrefOf={(row) => `${base}/${row.withdrawalId}`}
      markOf={(row) => row.changedAt}
      nameOf={(row) => row.clientWithdrawalId ?? row.withdrawalId}
      totals={totals}
      preview={preview}
      {...(mayAnnotate && { bulk: Picked })}
      searchFor="ID, reference, address, transaction"
      firstRun={
        <FirstRun icon={<ArrowUpFromLine aria-hidden />} title="No withdrawals yet">
          <p>
            A withdrawal shows here when the service has broadcast it and sent its callback, about ten minutes
            after it was asked for.
          </p>
        </FirstRun>
      }
    />
  );
}
