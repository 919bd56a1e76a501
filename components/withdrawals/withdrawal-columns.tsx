'use client';

import { annotationColumns } from '#components/annotations/annotation-columns.tsx';
import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { networkOfWithdrawn } from '#lib/values/currencies.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { addressLink, transactionLink } from '#lib/values/links.ts';
import type { WithdrawalRow } from '#lib/withdrawals/schema.ts';

const notTold = (row: WithdrawalRow) =>
  row.status === 'COMPLETED'
    ? 'The callback does not tell it.'
    : `A withdrawal that is ${row.status ?? 'of unknown status'} may have none.`;

/** The list of withdrawals. */
export const withdrawalColumns = (base: string): readonly ListColumn<WithdrawalRow>[] => [
  {
    id: 'clientWithdrawalId',
    head: 'Client withdrawal ID',
    card: 'title',
    width: 32,
    cell: (row) => (
      <RowLink
        href={`${base}/${row.withdrawalId}`}
        reference={row.clientWithdrawalId}
        id={row.withdrawalId}
      />
    ),
  },
  {
    id: 'status',
    head: 'Status',
    card: 'status',
    width: 20,
    cell: (row) => <Status kind="withdrawal" value={row.status} />,
  },
  {
    id: 'coin',
    head: 'Coin',
    room: 'most',
    width: 12,
    cell: (row) =>
      row.withdrawCurrency === null ? (
        <Unknown reason={notTold(row)} />
      ) : (
        <CoinMark coin={row.withdrawCurrency} />
      ),
  },
  {
    id: 'expected',
    head: 'Expected',
    room: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText amount={row.expectedDisplayAmount} currency={row.displayCurrency} unknown={notTold(row)} />
    ),
  },
  {
    id: 'actual',
    head: 'Actual',
    room: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText amount={row.actualDisplayAmount} currency={row.displayCurrency} unknown={notTold(row)} />
    ),
  },
  {
    id: 'estimated',
    head: 'Estimated',
    room: 'most',
    numeric: true,
    width: 20,
    cell: (row) => (
      <AmountText
        amount={row.estimatedWithdrawAmount}
        currency={row.withdrawCurrency}
        unknown={notTold(row)}
      />
    ),
  },
  {
    id: 'withdrawn',
    head: 'Withdrawn',
    sort: 'actualWithdrawAmount',
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <AmountText amount={row.actualWithdrawAmount} currency={row.withdrawCurrency} unknown={notTold(row)} />
    ),
  },
  {
    id: 'deducted',
    head: 'Deducted',
    sort: 'deductedSettlementAmount',
    hint: 'deductedSettlementAmount: what was debited in the settlement currency',
    numeric: true,
    width: 20,
    cell: (row) => (
      <AmountText
        amount={row.deductedSettlementAmount}
        currency={row.settlementCurrency}
        unknown={notTold(row)}
      />
    ),
  },
  {
    id: 'address',
    head: 'To',
    card: 'note',
    width: 24,
    cell: (row) =>
      row.toAddress === null ? (
        <Unknown reason={notTold(row)} />
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-1.5 md:py-1 md:max-[90rem]:max-w-36">
          <Identifier
            value={row.toAddress}
            name="address"
            href={addressLink(networkOfWithdrawn(row.withdrawCurrency) ?? '', row.toAddress)}
          />
          {row.toTag !== null && <span className="text-muted text-xs">tag {ExternalText(row.toTag)}</span>}
        </span>
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
          href={transactionLink(networkOfWithdrawn(row.withdrawCurrency) ?? '', row.transactionId)}
        />
      ),
  },
  {
    id: 'withdrawalId',
    head: 'Withdrawal ID',
    extra: true,
    cell: (row) => <Identifier value={row.withdrawalId} name="withdrawal ID" />,
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
    hint: 'When its first callback came: it carries no time of its own',
    card: 'time',
    ordered: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={inSeconds(row.firstReceivedAt)} />,
  },
];
