'use client';

import { FileInput, Plus, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { FirstRun } from '#components/list/table/first-run.tsx';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { fiatCurrencies } from '#lib/values/currencies.ts';
import { paymentColumns } from './payment-columns.tsx';

const preview: ListPreview = {
  noun: 'Payment',
  path: 'payments',
  Preview: lazy(() => import('./payment-preview.tsx').then((file) => ({ default: file.PaymentPreview }))),
};
const Picked = lazy(() =>
  import('#components/annotations/label-selected.tsx').then((file) => ({
    default: file.LabelSelectedPayments,
  })),
);

const fiat: readonly string[] = fiatCurrencies;

/** Says nothing new of payments that are priced in it, but within one currency they can be ordered by amount. */
const oneCurrency = (currency: string): Readonly<Record<string, readonly string[]>> =>
  fiat.includes(currency) ? { displayCurrency: [currency] } : {};

const totals: readonly SummedColumn[] = [
  { field: 'expected', label: 'Expected', currency: 'pricedIn', also: oneCurrency },
  { field: 'actual', label: 'Actual', currency: 'actualIn', also: oneCurrency },
  { field: 'actualUniformAmount', label: 'In EUR', currency: null },
];

export function PaymentsList({
  start,
  mayCreate,
  mayImport,
  mayAnnotate,
}: {
  start: ListStart<PaymentRow>;
  mayCreate: boolean;
  mayImport: boolean;
  mayAnnotate: boolean;
}) {
  const base = `/${start.businessId}/payments`;
  const pathOf = (paymentId: string) => `${base}/${paymentId}`;
  const bring = mayImport && (
    <LinkButton href={`${base}/import`} icon={<FileInput aria-hidden />}>
      <span className="max-md:sr-only">Import record</span>
    </LinkButton>
  );
  const create = (words: ReactNode) =>
    mayCreate && (
      <LinkButton variant="primary" href={`${base}/new`} icon={<Plus aria-hidden />}>
        {words}
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
      nameOf={(row) => row.clientPaymentId ?? row.paymentId}
      totals={totals}
      preview={preview}
      {...(mayAnnotate && { bulk: Picked })}
      searchFor="ID, reference, address, transaction"
      actions={bring}
      main={create(
        <span>
          New<span className="max-md:sr-only"> payment</span>
        </span>,
      )}
      firstRun={
        <FirstRun icon={<ReceiptText aria-hidden />} title="No payments yet" action={create('New payment')}>
          <p>A payment is a request for money: a checkout link that a payer pays in a coin.</p>
        </FirstRun>
      }
    />
  );
}
