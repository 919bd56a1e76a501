'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { PaymentCell } from '#components/list/table/payment-cell.tsx';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Status } from '#components/status/status.tsx';
import { findRefundLabel } from '#components/status/status-table.ts';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tRefunds } from '#lib/messages/refunds.ts';
import type { RefundRow } from '#lib/refunds/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findTransactionLink } from '#lib/values/links.ts';

const notReported = tRefunds('notReported');

const renderCode = (value: string | null) =>
  value === null ? <UnknownValue reason={notReported} /> : findRefundLabel(value);

/** The columns of the refunds list. A deposit has at most one refund, so the first link opens the deposit. */
export const refundColumns = (base: string): readonly ListColumn<RefundRow>[] => [
  {
    id: 'deposit',
    head: tRefunds('columns.deposit'),
    card: 'title',
    width: 24,
    cell: (row) => <RowLink href={`${base}/deposits/${row.depositId}`} reference={null} id={row.depositId} />,
  },
  {
    id: 'status',
    head: tRefunds('columns.status'),
    card: 'status',
    width: 20,
    cell: (row) => <Status kind="refund" value={row.refundStatus} />,
  },
  {
    id: 'reason',
    head: tRefunds('columns.reason'),
    card: 'note',
    width: 24,
    cell: (row) => renderCode(row.refundReason),
  },
  {
    id: 'type',
    head: tRefunds('columns.type'),
    priority: 'some',
    width: 12,
    cell: (row) => renderCode(row.refundType),
  },
  {
    id: 'payment',
    head: tRefunds('columns.payment'),
    width: 24,
    cell: (row) => <PaymentCell base={base} row={row} />,
  },
  {
    id: 'amount',
    head: tRefunds('columns.amount'),
    sort: 'refundAmount',
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <AmountText amount={row.refundAmount} currency={row.refundDepositCurrency} unknown={notReported} />
    ),
  },
  {
    id: 'fee',
    head: tRefunds('columns.fee'),
    priority: 'most',
    hint: tRefunds('hints.fee'),
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText amount={row.refundFee} currency={row.refundDepositCurrency} unknown={notReported} />
    ),
  },
  {
    id: 'displayAmount',
    head: tRefunds('columns.display'),
    priority: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.refundDisplayAmount}
        currency={row.refundDisplayCurrency}
        unknown={notReported}
      />
    ),
  },
  {
    id: 'displayFee',
    head: tRefunds('columns.displayFee'),
    numeric: true,
    hiddenByDefault: true,
    cell: (row) => (
      <AmountText amount={row.refundDisplayFee} currency={row.refundDisplayCurrency} unknown={notReported} />
    ),
  },
  {
    id: 'network',
    head: tRefunds('columns.network'),
    priority: 'most',
    width: 20,
    cell: (row) =>
      row.refundDepositCurrency === null ? (
        <UnknownValue reason={notReported} />
      ) : (
        <CoinOnNetwork coin={row.refundDepositCurrency} network={row.refundNetwork} />
      ),
  },
  {
    id: 'transactionId',
    head: tRefunds('columns.transaction'),
    priority: 'more',
    width: 24,
    cell: (row) =>
      row.refundTransactionId === null ? (
        <UnknownValue reason={tRefunds('noTransaction')} />
      ) : (
        <Identifier
          value={row.refundTransactionId}
          name={tRefunds('transactionHash')}
          href={findTransactionLink(row.refundNetwork ?? '', row.refundTransactionId)}
        />
      ),
  },
  {
    id: 'confirmedAt',
    head: tRefunds('columns.confirmedAt'),
    sort: 'confirmedAt',
    priority: 'most',
    width: 12,
    cell: (row) =>
      row.refundConfirmedAt === null ? (
        <UnknownValue reason={tRefunds('notConfirmed')} />
      ) : (
        <Time at={row.refundConfirmedAt} />
      ),
  },
  {
    id: 'firstSeen',
    head: tRefunds('columns.firstSeen'),
    hint: tRefunds('hints.firstSeen'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 12,
    cell: (row) =>
      row.refundFirstSeenAt === null ? (
        <UnknownValue reason={notReported} />
      ) : (
        <Time at={toUnixSeconds(row.refundFirstSeenAt)} />
      ),
  },
];
