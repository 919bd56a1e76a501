'use client';

import { annotationColumns } from '#components/annotations/annotation-columns.tsx';
import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tWithdrawals } from '#lib/messages/withdrawals.ts';
import { findWithdrawalNetwork } from '#lib/values/currencies.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findAddressLink, findTransactionLink } from '#lib/values/links.ts';
import type { WithdrawalRow } from '#lib/withdrawals/schema.ts';

function explainMissing({ status }: WithdrawalRow): string {
  if (status === 'COMPLETED') return tWithdrawals('cells.notInCallback');
  if (status === null) return tWithdrawals('cells.mayHaveNoneUnknown');
  return tWithdrawals('cells.mayHaveNone', { status });
}

/** The columns of the withdrawals list. */
export const withdrawalColumns = (base: string): readonly ListColumn<WithdrawalRow>[] => [
  {
    id: 'clientWithdrawalId',
    head: tWithdrawals('columns.clientWithdrawalId'),
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
    head: tWithdrawals('columns.status'),
    card: 'status',
    width: 20,
    cell: (row) => <Status kind="withdrawal" value={row.status} />,
  },
  {
    id: 'coin',
    head: tWithdrawals('columns.coin'),
    priority: 'most',
    width: 12,
    cell: (row) =>
      row.withdrawCurrency === null ? (
        <UnknownValue reason={explainMissing(row)} />
      ) : (
        <CoinMark coin={row.withdrawCurrency} />
      ),
  },
  {
    id: 'expected',
    head: tWithdrawals('columns.expected'),
    hint: tWithdrawals('hints.expected'),
    priority: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.expectedDisplayAmount}
        currency={row.displayCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'actual',
    head: tWithdrawals('columns.actual'),
    hint: tWithdrawals('hints.actual'),
    priority: 'most',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.actualDisplayAmount}
        currency={row.displayCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'estimated',
    head: tWithdrawals('columns.estimated'),
    priority: 'most',
    numeric: true,
    width: 20,
    cell: (row) => (
      <AmountText
        amount={row.estimatedWithdrawAmount}
        currency={row.withdrawCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'withdrawn',
    head: tWithdrawals('columns.withdrawn'),
    sort: 'actualWithdrawAmount',
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <AmountText
        amount={row.actualWithdrawAmount}
        currency={row.withdrawCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'fee',
    head: tWithdrawals('columns.fee'),
    hint: tWithdrawals('hints.fee'),
    priority: 'some',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText amount={row.withdrawFee} currency={row.withdrawCurrency} unknown={explainMissing(row)} />
    ),
  },
  {
    id: 'deducted',
    head: tWithdrawals('columns.deducted'),
    sort: 'deductedSettlementAmount',
    hint: tWithdrawals('hints.deducted'),
    numeric: true,
    width: 20,
    cell: (row) => (
      <AmountText
        amount={row.deductedSettlementAmount}
        currency={row.settlementCurrency}
        unknown={explainMissing(row)}
      />
    ),
  },
  {
    id: 'address',
    head: tWithdrawals('columns.to'),
    card: 'note',
    width: 24,
    cell: (row) =>
      row.toAddress === null ? (
        <UnknownValue reason={explainMissing(row)} />
      ) : (
        <span className="address">
          <Identifier
            value={row.toAddress}
            name={tWithdrawals('cells.address')}
            href={findAddressLink(findWithdrawalNetwork(row.withdrawCurrency) ?? '', row.toAddress)}
          />
          {row.toTag !== null && (
            // No table has room for all its digits. A card of a phone does.
            <span
              className="min-w-0 truncate text-muted text-xs min-[85rem]:shrink-0"
              data-tooltip={row.toTag}
            >
              {tWithdrawals.rich('cells.tag', {
                value: () => (
                  <span key="tag" className="md:sr-only">
                    {ExternalText(row.toTag ?? '')}
                  </span>
                ),
              })}
            </span>
          )}
        </span>
      ),
  },
  {
    id: 'transactionId',
    head: tWithdrawals('columns.transaction'),
    priority: 'most',
    width: 24,
    cell: (row) =>
      row.transactionId === null ? (
        <UnknownValue reason={explainMissing(row)} />
      ) : (
        <Identifier
          value={row.transactionId}
          name={tWithdrawals('cells.transactionHash')}
          href={findTransactionLink(findWithdrawalNetwork(row.withdrawCurrency) ?? '', row.transactionId)}
        />
      ),
  },
  {
    id: 'withdrawalId',
    head: tWithdrawals('columns.withdrawalId'),
    hiddenByDefault: true,
    cell: (row) => <Identifier value={row.withdrawalId} name={tWithdrawals('cells.withdrawalId')} />,
  },
  ...annotationColumns,
  {
    id: 'changed',
    head: tWithdrawals('columns.changed'),
    hint: tWithdrawals('hints.changed'),
    sort: 'changedAt',
    hiddenByDefault: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.changedAt)} />,
  },
  {
    id: 'received',
    head: tWithdrawals('columns.received'),
    hint: tWithdrawals('hints.received'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.firstReceivedAt)} />,
  },
];
