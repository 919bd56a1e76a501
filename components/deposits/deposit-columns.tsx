'use client';

import { annotationColumns } from '#components/annotations/annotation-columns.tsx';
import type { ListColumn } from '#components/list/table/list-column.ts';
import { PaymentCell } from '#components/list/table/payment-cell.tsx';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { NetworkMark } from '#components/money/coin-mark.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { DepositRow } from '#lib/deposits/schema.ts';
import { tDeposits } from '#lib/messages/deposits.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findTransactionLink } from '#lib/values/links.ts';
import { readDepositedAmount, readDisplayedAmount } from './deposit-figures.ts';
import { ReportedAmount } from './reported-amount.tsx';

const explainMissing = (row: DepositRow) =>
  tDeposits(row.recordSeen ? 'cells.notReported' : 'cells.notInCallback');

/** The columns of the deposits list. A row's first link opens the deposit, its reference the payment. */
export const depositColumns = (base: string): readonly ListColumn<DepositRow>[] => [
  {
    id: 'depositId',
    head: tDeposits('columns.deposit'),
    card: 'title',
    width: 24,
    cell: (row) => <RowLink href={`${base}/deposits/${row.depositId}`} reference={null} id={row.depositId} />,
  },
  {
    id: 'status',
    head: tDeposits('columns.status'),
    card: 'status',
    width: 20,
    cell: (row) =>
      row.recordSeen ? (
        <Status kind="deposit" value={row.status} />
      ) : (
        <span className="states">
          <Status kind="deposit" value={row.status} />
          <InferredStatus state="reported-by-callback" />
        </span>
      ),
  },
  {
    id: 'payment',
    head: tDeposits('columns.payment'),
    card: 'note',
    width: 32,
    cell: (row) => <PaymentCell base={base} row={row} />,
  },
  {
    id: 'depositAmount',
    head: tDeposits('columns.deposited'),
    sort: 'depositAmount',
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <ReportedAmount
        value={readDepositedAmount(row)}
        currency={row.depositCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'network',
    head: tDeposits('columns.network'),
    priority: 'more',
    width: 12,
    cell: (row) =>
      row.network === null ? (
        <UnknownValue reason={explainMissing(row)} />
      ) : (
        <NetworkMark network={row.network} />
      ),
  },
  {
    id: 'displayAmount',
    head: tDeposits('columns.display'),
    priority: 'most',
    numeric: true,
    width: 16,
    cell: (row) => (
      <ReportedAmount
        value={readDisplayedAmount(row)}
        currency={row.displayCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'serviceFee',
    head: tDeposits('columns.serviceFee'),
    hint: tDeposits('hints.serviceFee'),
    priority: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.settlementServiceFee}
        currency={row.settlementCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'settlementPayableAmount',
    head: tDeposits('columns.credited'),
    priority: 'some',
    hint: tDeposits('hints.credited'),
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.settlementPayableAmount}
        currency={row.settlementCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'uniformPayableAmount',
    head: tDeposits('columns.eurCredited'),
    sort: 'uniformPayableAmount',
    hint: tDeposits('hints.eurCredited'),
    // Most businesses settle in EUR or look at the settled amount.
    hiddenByDefault: true,
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.uniformPayableAmount}
        currency="EUR"
        hideCurrency
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'refund',
    head: tDeposits('columns.refund'),
    priority: 'most',
    width: 16,
    cell: (row) =>
      row.refundStatus !== null ? (
        <Status named kind="refund" value={row.refundStatus} />
      ) : row.recordSeen ? (
        <span className="text-faint">{tDeposits('cells.noRefund')}</span>
      ) : (
        <UnknownValue reason={tDeposits('cells.refundNotReported')} />
      ),
  },
  {
    id: 'transactionId',
    head: tDeposits('columns.transaction'),
    priority: 'most',
    width: 24,
    cell: (row) =>
      row.transactionId === null ? (
        <UnknownValue reason={explainMissing(row)} />
      ) : (
        <Identifier
          value={row.transactionId}
          name={tDeposits('cells.transactionHash')}
          href={findTransactionLink(row.network ?? '', row.transactionId)}
        />
      ),
  },
  ...annotationColumns,
  {
    id: 'changed',
    head: tDeposits('columns.changed'),
    hint: tDeposits('hints.changed'),
    sort: 'changedAt',
    hiddenByDefault: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.changedAt)} />,
  },
  {
    id: 'received',
    head: tDeposits('columns.received'),
    hint: tDeposits('hints.received'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={row.depositReceivedAt ?? toUnixSeconds(row.sortAt)} />,
  },
];
