'use client';

import { ArrowUpFromLine } from 'lucide-react';
import { lazy } from 'react';
import { LabelSelectedWithdrawals } from '#components/annotations/label-selected.tsx';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tExpectedWithdrawals, tWithdrawals } from '#lib/messages/withdrawals.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';

const preview: ListPreview = {
  noun: tWithdrawals('noun'),
  path: 'withdrawals',
  Preview: lazy(() =>
    import('./withdrawal-preview.tsx').then((file) => ({ default: file.WithdrawalPreview })),
  ),
};

const totals: readonly SummedColumn[] = [
  { field: 'actualWithdrawAmount', label: tWithdrawals('columns.withdrawn'), currency: 'withdrawCurrency' },
  { field: 'withdrawFee', label: tWithdrawals('columns.fee'), currency: 'withdrawCurrency' },
  {
    field: 'deductedSettlementAmount',
    label: tWithdrawals('columns.deducted'),
    currency: 'settlementCurrency',
  },
  {
    field: 'actualDisplayAmount',
    label: tWithdrawals('columns.display'),
    currency: 'displayCurrency',
    minor: true,
  },
];

/** The withdrawals list with its totals, drawer and bulk actions. */
export function WithdrawalsList({ start, mayAnnotate }: { start: ListStart; mayAnnotate: boolean }) {
  const base = `/${start.businessId}/withdrawals`;
  return (
    <List
      title={tWithdrawals('title')}
      description={tWithdrawals('description')}
      spec={withdrawalList}
      start={start}
      columns={withdrawalColumns(base)}
      getId={(row) => row.withdrawalId}
      getHref={(row) => `${base}/${row.withdrawalId}`}
      getMark={(row) => row.changedAt}
      getName={(row) => row.clientWithdrawalId ?? row.withdrawalId}
      totals={totals}
      preview={preview}
      {...(mayAnnotate && { bulk: LabelSelectedWithdrawals })}
      actions={
        <LinkButton href={`${base}/expected`} icon={<SpriteIcon name="file-input" />}>
          {tExpectedWithdrawals('open')}
        </LinkButton>
      }
      searchFor={tWithdrawals('search')}
      firstRun={
        <EmptyState icon={<ArrowUpFromLine aria-hidden />} title={tWithdrawals('firstRun.title')}>
          <p>{tWithdrawals('firstRun.text')}</p>
        </EmptyState>
      }
    />
  );
}
