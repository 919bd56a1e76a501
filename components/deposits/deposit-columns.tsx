'use client';

import { annotationColumns } from '#components/annotations/annotation-columns.tsx';
import type { ListColumn } from '#components/list/table/list-column.ts';
import { columnReference } from '#components/list/table/reference-style.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { NetworkMark } from '#components/money/coin-mark.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { DepositRow } from '#lib/deposits/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { transactionLink } from '#lib/values/links.ts';
import { readDepositedAmount, readDisplayedAmount } from './deposit-figures.ts';
import { ReportedAmount } from './reported-amount.tsx';

const notTold = (row: DepositRow) =>
  row.recordSeen ? 'The service has not told it.' : 'The callback does not tell it, and no read has yet.';

/** The list of deposits. A row's first link leads to the deposit, its reference to the payment. */
export const depositColumns = (base: string): readonly ListColumn<DepositRow>[] => [
  {
    id: 'depositId',
    head: 'Deposit',
    card: 'title',
    width: 24,
    cell: (row) => <RowLink href={`${base}/deposits/${row.depositId}`} reference={null} id={row.depositId} />,
  },
  {
    id: 'status',
    head: 'Status',
    card: 'status',
    width: 20,
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1 align-middle">
        <Status kind="deposit" value={row.status} />
        {!row.recordSeen && <InferredStatus state="reported-by-callback" />}
      </span>
    ),
  },
  {
    id: 'payment',
    head: 'Payment',
    card: 'note',
    width: 32,
    cell: (row) => (
      <TextLink href={`${base}/payments/${row.paymentId}`} prefetch={false} className={columnReference}>
        {row.clientPaymentId === null ? (
          <span className="font-mono text-xs">{row.paymentId.slice(0, 8)}…</span>
        ) : (
          ExternalText(row.clientPaymentId)
        )}
      </TextLink>
    ),
  },
  {
    id: 'depositAmount',
    head: 'Deposited',
    sort: 'depositAmount',
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <ReportedAmount told={readDepositedAmount(row)} currency={row.depositCurrency} unknown={notTold(row)} />
    ),
  },
  {
    id: 'network',
    head: 'Network',
    room: 'more',
    width: 12,
    cell: (row) =>
      row.network === null ? <Unknown reason={notTold(row)} /> : <NetworkMark network={row.network} />,
  },
  {
    id: 'displayAmount',
    head: 'Display',
    room: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <ReportedAmount told={readDisplayedAmount(row)} currency={row.displayCurrency} unknown={notTold(row)} />
    ),
  },
  {
    id: 'settlementPayableAmount',
    head: 'Credited',
    room: 'some',
    hint: 'settlementPayableAmount: what is credited in the settlement currency',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.settlementPayableAmount}
        currency={row.settlementCurrency}
        unknown={notTold(row)}
      />
    ),
  },
  {
    id: 'uniformPayableAmount',
    head: 'EUR credited',
    sort: 'uniformPayableAmount',
    hint: 'uniformPayableAmount: callbacks do not carry it',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText amount={row.uniformPayableAmount} currency="EUR" hideCurrency unknown={notTold(row)} />
    ),
  },
  {
    id: 'refund',
    head: 'Refund',
    room: 'most',
    width: 16,
    cell: (row) =>
      row.refundStatus !== null ? (
        <Status kind="refund" value={row.refundStatus} />
      ) : row.recordSeen ? (
        <span className="text-faint">None</span>
      ) : (
        <Unknown reason="Callbacks do not tell of refunds." />
      ),
  },
  {
    id: 'transactionId',
    head: 'Transaction',
    room: 'most',
    width: 24,
    cell: (row) =>
      row.transactionId === null ? (
        <Unknown reason={notTold(row)} />
      ) : (
        <Identifier
          value={row.transactionId}
          name="transaction hash"
          href={transactionLink(row.network ?? '', row.transactionId)}
        />
      ),
  },
  ...annotationColumns,
  {
    id: 'changed',
    head: 'Changed',
    hint: 'When something new was last told of it',
    sort: 'changedAt',
    extra: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={inSeconds(row.changedAt)} />,
  },
  {
    id: 'received',
    head: 'Received',
    hint: 'Where that is not told: when it was first seen here',
    card: 'time',
    ordered: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={row.depositReceivedAt ?? inSeconds(row.sortAt)} />,
  },
];
