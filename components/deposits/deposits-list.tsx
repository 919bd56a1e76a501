'use client';

import { ArrowDownToLine } from 'lucide-react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/use-list.ts';
import { EmptyState } from '#components/shell/states.tsx';
import type { DepositRow } from '#lib/deposits/schema.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { depositColumns } from './deposit-columns.tsx';

export function DepositsList({ start }: { start: ListStart<DepositRow> }) {
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
      searchFor="ID, transaction, address, reference"
      firstRun={
        <EmptyState icon={<ArrowDownToLine aria-hidden />} title="No deposits yet">
          <p>
            A deposit is one transaction that a payer sent to a payment. It shows here as soon as the service
            tells of it.
          </p>
        </EmptyState>
      }
    />
  );
}
