'use client';

import { FileInput, Plus, ReceiptText } from 'lucide-react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/use-list.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { PaymentRow } from '#lib/payments/schema-fields.ts';
import { paymentList } from '#lib/payments/schema-list.ts';
import { paymentColumns } from './payment-columns.tsx';

export function PaymentsList({
  start,
  mayCreate,
  mayImport,
}: {
  start: ListStart<PaymentRow>;
  mayCreate: boolean;
  mayImport: boolean;
}) {
  const base = `/${start.businessId}/payments`;
  const pathOf = (paymentId: string) => `${base}/${paymentId}`;
  const bring = mayImport && (
    <LinkButton href={`${base}/import`} icon={<FileInput aria-hidden />}>
      Import record
    </LinkButton>
  );
  const create = mayCreate && (
    <LinkButton variant="primary" href={`${base}/new`} icon={<Plus aria-hidden />}>
      New payment
    </LinkButton>
  );
  return (
    <List
      title="Payments"
      spec={paymentList}
      start={start}
      columns={paymentColumns(pathOf)}
      idOf={(row) => row.paymentId}
      hrefOf={(row) => pathOf(row.paymentId)}
      markOf={(row) => row.changedAt}
      searchFor="ID, reference, address, transaction"
      actions={
        <>
          {bring}
          {create}
        </>
      }
      firstRun={
        <EmptyState icon={<ReceiptText aria-hidden />} title="No payments yet" action={create}>
          <p>A payment is a request for money: a checkout link that a payer pays in a coin.</p>
        </EmptyState>
      }
    />
  );
}
