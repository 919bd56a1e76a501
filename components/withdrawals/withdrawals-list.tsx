'use client';

import { ArrowUpFromLine } from 'lucide-react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/use-list.ts';
import { EmptyState } from '#components/shell/states.tsx';
import type { WithdrawalRow } from '#lib/withdrawals/schema.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';

export function WithdrawalsList({ start }: { start: ListStart<WithdrawalRow> }) {
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
      searchFor="ID, reference, address, transaction"
      firstRun={
        <EmptyState icon={<ArrowUpFromLine aria-hidden />} title="No withdrawals yet">
          <p>
            A withdrawal shows here when the service has broadcast it and sent its callback, about ten minutes
            after it was asked for.
          </p>
        </EmptyState>
      }
    />
  );
}
