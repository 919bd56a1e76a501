'use client';

import { annotationColumns } from '#components/annotations/annotation-columns.tsx';
import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { RecordedAmount, RequestedAmountOnCard } from '#components/money/recorded-amount.tsx';
import { findStatusStyle } from '#components/status/status-table.ts';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { formatEnumValue } from '#lib/lists/model/choice-filter.ts';
import { tResolutionReasons } from '#lib/messages/exceptions.ts';
import { tPayments, tPaymentValues } from '#lib/messages/payments.ts';
import { tStatus } from '#lib/messages/status.ts';
import {
  calculateDifference,
  calculateExpiry,
  findRecordedAmount,
  findRequestedSum,
  isOlderThanDeposit,
  isReceivedInOtherCoin,
  listExceptionReasons,
} from '#lib/payments/model.ts';
import type { SettledFigure } from '#lib/payments/schema/deposit-sums.ts';
import { listSettledSums, maximumSummedDeposits } from '#lib/payments/schema/deposit-sums.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { PaymentStatesLine } from './payment-states.tsx';

/** Shows the state of the exception, its assignee, why it was resolved, and its note. */
function ExceptionCell({ row }: { row: PaymentRow }) {
  const { exceptionWork: work } = row;
  if (listExceptionReasons(row).length === 0) return null;
  return (
    <span data-tooltip={work?.note || undefined} className="flex flex-col">
      <span>
        {tPaymentValues(`exceptionStates.${work === null || work.resolvedAt === null ? 'open' : 'resolved'}`)}
        {work?.owner && <span className="text-muted"> · {work.owner}</span>}
      </span>
      {work !== null && work.resolutionReason !== null && (
        <span className="text-muted text-xs">{tResolutionReasons(`reasons.${work.resolutionReason}`)}</span>
      )}
      {work !== null && work.note !== '' && (
        <span className="line-clamp-1 max-w-48 whitespace-normal text-muted text-xs [overflow-wrap:anywhere]">
          {work.note}
        </span>
      )}
    </span>
  );
}

const explainMissing = (row: PaymentRow) => tPaymentValues(row.recordSeen ? 'notReported' : 'noRecord');

/** Explains a missing actual amount: the last record may be older than the deposit. */
const explainMissingActual = (row: PaymentRow) =>
  isOlderThanDeposit(row) ? tPaymentValues('notReportedSince') : explainMissing(row);

function explainMissingDifference(row: PaymentRow): string {
  if (row.type === 'REUSABLE') return tPayments('noDifference.reusable');
  if (row.confirmedDepositCount === 0) return tPayments('noDifference.noConfirmedDeposit');
  return row.currencyMismatch === true ? tPayments('noDifference.otherCurrency') : explainMissingActual(row);
}

/** Names the most important state of its deposits: a compliance review, else a refund. */
function listDepositStates(row: PaymentRow): readonly string[] {
  const [refund] = row.refundStatuses;
  if (row.depositStatuses.includes('COMPLIANCE_REVIEW'))
    return [tStatus('named.deposit', { status: findStatusStyle('deposit', 'COMPLIANCE_REVIEW').label })];
  return refund === undefined
    ? []
    : [tStatus('named.refund', { status: findStatusStyle('refund', refund).label })];
}

function Expiry({ row }: { row: PaymentRow }) {
  const at = calculateExpiry(row);
  if (row.type === 'REUSABLE') return <span className="text-muted">{tPayments('neverExpires')}</span>;
  if (at === null) return <UnknownValue reason={tPayments('unknownExpiry')} />;
  return (
    <>
      <Time at={at} />
      {row.expirationTime === null && <span className="text-muted"> {tPayments('estimatedExpiry')}</span>}
    </>
  );
}

function explainMissingSums(row: PaymentRow): string {
  if (row.confirmedDepositCount === 0) return tPayments('noDifference.noConfirmedDeposit');
  return row.depositCount > maximumSummedDeposits
    ? tPayments('tooManyDeposits')
    : tPaymentValues('sums.notReported');
}

/** Shows a sum of the confirmed deposits per settlement currency, and how many of them report it unless all do. */
function SettledFigures({ row, figure }: { row: PaymentRow; figure: SettledFigure }) {
  const { sums, count } = listSettledSums(row.settledSums, figure);
  const all = row.confirmedDepositCount;
  if (sums.length === 0) return <UnknownValue reason={explainMissingSums(row)} />;
  const amounts = sums.map(({ currency, total }) => (
    <AmountText key={currency} amount={total} currency={currency} />
  ));
  if (sums.length === 1 && count === all) return amounts;
  return (
    <span className="flex flex-col items-end">
      {amounts}
      {count < all && (
        <span className="whitespace-nowrap text-muted text-xs">
          {tPayments('sumsReported', { count, all })}
        </span>
      )}
    </span>
  );
}

/** Columns of the payments list. `toPath` returns the address of a payment's page. */
export const paymentColumns = (toPath: (paymentId: string) => string): readonly ListColumn<PaymentRow>[] => [
  {
    id: 'clientPaymentId',
    head: tPayments('columns.clientPaymentId'),
    card: 'title',
    width: 32,
    cell: (row) => (
      <RowLink href={toPath(row.paymentId)} reference={row.clientPaymentId} id={row.paymentId} />
    ),
  },
  {
    id: 'status',
    head: tPayments('columns.status'),
    card: 'status',
    width: 20,
    cell: (row) => (
      <PaymentStatesLine payment={row} mismatches={row.mismatches} others={listDepositStates(row)} />
    ),
  },
  {
    id: 'expected',
    head: tPayments('columns.expected'),
    sort: 'expectedDisplayAmount',
    numeric: true,
    width: 16,
    cell: (row) => {
      const requested = findRequestedSum(row);
      return (
        <AmountText amount={requested?.amount} currency={requested?.currency} unknown={explainMissing(row)} />
      );
    },
  },
  {
    id: 'actual',
    head: tPayments('columns.actual'),
    sort: 'actualDisplayAmount',
    hint: tPayments('hints.actual'),
    numeric: true,
    card: 'amount',
    width: 16,
    cell: (row) => {
      const [requested, recorded] = [findRequestedSum(row), findRecordedAmount(row)];
      if (isReceivedInOtherCoin(row)) return <UnknownValue reason={tPayments('otherCoinReceived')} />;
      return (
        <>
          <RecordedAmount recorded={recorded} unknown={explainMissingActual(row)} />
          {RequestedAmountOnCard(requested, recorded?.amount)}
        </>
      );
    },
  },
  {
    id: 'difference',
    head: tPayments('columns.difference'),
    hint: tPayments('hints.difference'),
    priority: 'some',
    numeric: true,
    width: 12,
    cell: (row) => {
      const difference = calculateDifference(row);
      return (
        <SignedAmount
          amount={difference?.amount}
          currency={difference?.currency}
          hideCurrency
          unknown={explainMissingDifference(row)}
        />
      );
    },
  },
  {
    id: 'serviceFee',
    head: tPayments('columns.serviceFee'),
    hint: tPayments('hints.serviceFee'),
    priority: 'more',
    numeric: true,
    width: 16,
    cell: (row) => <SettledFigures row={row} figure="serviceFee" />,
  },
  {
    id: 'netCredited',
    head: tPayments('columns.netCredited'),
    hint: tPayments('hints.netCredited'),
    priority: 'some',
    numeric: true,
    width: 16,
    cell: (row) => <SettledFigures row={row} figure="netCredited" />,
  },
  {
    id: 'coin',
    head: tPayments('columns.coin'),
    priority: 'most',
    card: 'note',
    width: 20,
    cell: (row) =>
      row.depositCurrency === null ? (
        <span className="max-md:hidden">
          <UnknownValue reason={tPaymentValues('noCoin')} />
        </span>
      ) : (
        <CoinOnNetwork coin={row.depositCurrency} network={row.expectedNetwork} />
      ),
  },
  {
    id: 'deposits',
    head: tPayments('columns.deposits'),
    priority: 'some',
    hint: tPayments('hints.deposits'),
    numeric: true,
    width: 8,
    cell: (row) => row.depositCount,
  },
  {
    id: 'exception',
    head: tPayments('columns.exception'),
    hint: tPayments('hints.exception'),
    hiddenByDefault: true,
    width: 20,
    cell: (row) => <ExceptionCell row={row} />,
  },
  {
    id: 'type',
    head: tPayments('columns.type'),
    priority: 'most',
    width: 20,
    isMuted: true,
    cell: (row) =>
      [row.type, row.rateType]
        .flatMap((code) => (code === null ? [] : [formatEnumValue(code)]))
        .join(', ') || <UnknownValue reason={explainMissing(row)} />,
  },
  {
    id: 'expires',
    head: tPayments('columns.expires'),
    priority: 'most',
    width: 12,
    cell: (row) => <Expiry row={row} />,
  },
  {
    id: 'paymentId',
    head: tPayments('columns.paymentId'),
    hiddenByDefault: true,
    cell: (row) => <Identifier value={row.paymentId} name={tPayments('copyName')} />,
  },
  ...annotationColumns,
  {
    id: 'requested',
    head: tPayments('columns.requested'),
    hiddenByDefault: true,
    width: 12,
    cell: (row) =>
      row.paymentRequestedAt === null ? (
        <UnknownValue reason={explainMissing(row)} />
      ) : (
        <Time at={row.paymentRequestedAt} />
      ),
  },
  {
    id: 'changed',
    head: tPayments('columns.changed'),
    hint: tPayments('hints.changed'),
    sort: 'changedAt',
    hiddenByDefault: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.changedAt)} />,
  },
  {
    id: 'initiated',
    head: tPayments('columns.initiated'),
    hint: tPayments('hints.initiated'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={row.paymentInitiatedAt ?? toUnixSeconds(row.sortAt)} />,
  },
];
