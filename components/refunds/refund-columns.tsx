'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { columnReference } from '#components/list/table/reference-style.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Status } from '#components/status/status.tsx';
import { refundWord } from '#components/status/status-table.ts';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { RefundRow } from '#lib/refunds/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { transactionLink } from '#lib/values/links.ts';

const notTold = 'The record does not tell it.';

const word = (value: string | null) => (value === null ? <Unknown reason={notTold} /> : refundWord(value));

/** The list of refunds: one per deposit, so its deposit stands for it. */
export const refundColumns = (base: string): readonly ListColumn<RefundRow>[] => [
  {
    id: 'deposit',
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
    cell: (row) => <Status kind="refund" value={row.refundStatus} />,
  },
  { id: 'reason', head: 'Reason', card: 'note', width: 24, cell: (row) => word(row.refundReason) },
  { id: 'type', head: 'Type', width: 12, cell: (row) => word(row.refundType) },
  {
    id: 'payment',
    head: 'Payment',
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
    id: 'amount',
    head: 'Amount',
    sort: 'refundAmount',
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <AmountText amount={row.refundAmount} currency={row.refundDepositCurrency} unknown={notTold} />
    ),
  },
  {
    id: 'fee',
    head: 'Fee',
    room: 'most',
    hint: 'Blockchain fee of the refund',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText amount={row.refundFee} currency={row.refundDepositCurrency} unknown={notTold} />
    ),
  },
  {
    id: 'displayAmount',
    head: 'Display',
    room: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText amount={row.refundDisplayAmount} currency={row.refundDisplayCurrency} unknown={notTold} />
    ),
  },
  {
    id: 'displayFee',
    head: 'Display fee',
    numeric: true,
    extra: true,
    cell: (row) => (
      <AmountText amount={row.refundDisplayFee} currency={row.refundDisplayCurrency} unknown={notTold} />
    ),
  },
  {
    id: 'network',
    head: 'Network',
    room: 'most',
    width: 20,
    cell: (row) =>
      row.refundDepositCurrency === null ? (
        <Unknown reason={notTold} />
      ) : (
        <CoinOnNetwork coin={row.refundDepositCurrency} network={row.refundNetwork} />
      ),
  },
  {
    id: 'transactionId',
    head: 'Transaction',
    room: 'more',
    width: 24,
    cell: (row) =>
      row.refundTransactionId === null ? (
        <Unknown reason="No refund transaction has been told." />
      ) : (
        <Identifier
          value={row.refundTransactionId}
          name="refund transaction hash"
          href={transactionLink(row.refundNetwork ?? '', row.refundTransactionId)}
        />
      ),
  },
  {
    id: 'confirmedAt',
    head: 'Confirmed',
    sort: 'confirmedAt',
    room: 'most',
    width: 12,
    cell: (row) =>
      row.refundConfirmedAt === null ? (
        <Unknown reason="Not confirmed, as far as we were told." />
      ) : (
        <Time at={row.refundConfirmedAt} />
      ),
  },
  {
    id: 'firstSeen',
    head: 'First seen',
    hint: 'A refund has no creation time: its age counts from when it was first seen here',
    card: 'time',
    ordered: true,
    numeric: true,
    width: 12,
    cell: (row) =>
      row.refundFirstSeenAt === null ? (
        <Unknown reason={notTold} />
      ) : (
        <Time at={inSeconds(row.refundFirstSeenAt)} />
      ),
  },
];
