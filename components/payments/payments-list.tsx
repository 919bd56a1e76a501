'use client';

import type { ReactNode } from 'react';
import { lazy } from 'react';
import { LabelSelectedPayments } from '#components/annotations/label-selected.tsx';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tPayments } from '#lib/messages/payments.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { fiatCurrencies } from '#lib/values/currencies.ts';
import { paymentColumns } from './payment-columns.tsx';

const preview: ListPreview = {
  noun: tPayments('noun'),
  path: 'payments',
  Preview: lazy(() => import('./payment-preview.tsx').then((file) => ({ default: file.PaymentPreview }))),
};

const fiat: readonly string[] = fiatCurrencies;

/** Adds a redundant currency filter: the list can sort by amount within one currency only. */
const withinCurrency = (currency: string): Readonly<Record<string, readonly string[]>> =>
  fiat.includes(currency) ? { displayCurrency: [currency] } : {};

const totals: readonly SummedColumn[] = [
  {
    field: 'expected',
    label: tPayments('totals.expected'),
    currency: 'pricedIn',
    filterColumn: withinCurrency,
  },
  { field: 'actual', label: tPayments('totals.actual'), currency: 'actualIn', filterColumn: withinCurrency },
  { field: 'actualUniformAmount', label: tPayments('totals.uniform'), currency: null },
  // Sums of confirmed deposits, by their settlement currency, which isn't a filter of payments.
  {
    field: 'serviceFee',
    label: tPayments('columns.serviceFee'),
    hint: tPayments('hints.serviceFee'),
    records: 'deposits',
  },
  {
    field: 'netCredited',
    label: tPayments('columns.netCredited'),
    hint: tPayments('hints.netCredited'),
    records: 'deposits',
  },
];

export function PaymentsList({
  start,
  mayCreate,
  mayImport,
  mayAnnotate,
}: {
  start: ListStart;
  mayCreate: boolean;
  mayImport: boolean;
  mayAnnotate: boolean;
}) {
  const base = `/${start.businessId}/payments`;
  const toPath = (paymentId: string) => `${base}/${paymentId}`;
  const importLink = mayImport && (
    <LinkButton href={`${base}/import`} icon={<SpriteIcon name="file-input" />}>
      <span className="max-md:sr-only">{tPayments('importRecord')}</span>
    </LinkButton>
  );
  const bulkLink = mayCreate && (
    <LinkButton href={`${base}/bulk`} icon={<SpriteIcon name="rows3" />}>
      <span className="max-md:sr-only">{tPayments('createInBulk')}</span>
    </LinkButton>
  );
  const renderCreateLink = (label: ReactNode) =>
    mayCreate && (
      <LinkButton variant="primary" href={`${base}/new`} icon={<SpriteIcon name="plus" />}>
        {label}
      </LinkButton>
    );
  return (
    <List
      title={tPayments('title')}
      spec={paymentList}
      start={start}
      columns={paymentColumns(toPath)}
      getId={(row) => row.paymentId}
      getHref={(row) => toPath(row.paymentId)}
      getMark={(row) => row.changedAt}
      getName={(row) => row.clientPaymentId ?? row.paymentId}
      totals={totals}
      preview={preview}
      {...(mayAnnotate && { bulk: LabelSelectedPayments })}
      searchFor={tPayments('search')}
      actions={
        <>
          {bulkLink}
          {importLink}
        </>
      }
      main={renderCreateLink(
        <span>
          {tPayments.rich('createShort', { rest: (text) => <span className="max-md:sr-only">{text}</span> })}
        </span>,
      )}
      firstRun={
        <EmptyState
          icon={<SpriteIcon name="receipt-text" />}
          title={tPayments('firstRun.title')}
          action={renderCreateLink(tPayments('create'))}
        >
          <p>{tPayments('firstRun.body')}</p>
        </EmptyState>
      }
    />
  );
}
