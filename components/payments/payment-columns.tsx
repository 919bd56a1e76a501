'use client';

import { annotationColumns } from '#components/annotations/annotation-columns.tsx';
import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { RecordedAmount, RequestedOnCard } from '#components/money/recorded-amount.tsx';
import { RefundChip } from '#components/refunds/refund-chip.tsx';
import { Status } from '#components/status/status.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { sentence } from '#lib/lists/model/choice-filter.ts';
import {
  calculateDifference,
  calculateExpiry,
  findRecordedAmount,
  findRequestedSum,
  isReportedEarlier,
} from '#lib/payments/model.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { PaymentStates } from './payment-states.tsx';

const notTold = (row: PaymentRow) =>
  row.recordSeen ? 'The record does not tell it.' : 'The service has told no record of it.';

/** Of what came: what a record told of it may be older than the deposit. */
const notToldSince = (row: PaymentRow) =>
  isReportedEarlier(row) ? 'Not told again since the deposit came.' : notTold(row);

function noDifference(row: PaymentRow): string {
  if (row.type === 'REUSABLE') return 'A reusable payment asks again and again.';
  if (row.confirmedDepositCount === 0) return 'Nothing is confirmed yet.';
  return row.currencyMismatch === true ? 'What came is in another coin or currency.' : notToldSince(row);
}

/** The one thing about its deposits that somebody should know of. */
function DepositChip({ row }: { row: PaymentRow }) {
  const [refund] = row.refundStatuses;
  if (row.depositStatuses.includes('COMPLIANCE_REVIEW'))
    return <Status kind="deposit" value="COMPLIANCE_REVIEW" />;
  return refund === undefined ? null : <RefundChip status={refund} />;
}

function Expiry({ row }: { row: PaymentRow }) {
  const at = calculateExpiry(row);
  if (row.type === 'REUSABLE') return <span className="text-muted">Never</span>;
  return at === null ? <Unknown reason="It is not known. Its page says why." /> : <Time at={at} />;
}

/** The status and one inferred state of an ordinary row stand side by side; more of them take another line. */
const statesInRow = 'md:w-max md:max-w-47 md:py-1 min-[90rem]:max-w-56';

/** The list of payments; `pathOf` leads to a payment's own page. */
export const paymentColumns = (pathOf: (paymentId: string) => string): readonly ListColumn<PaymentRow>[] => [
  {
    id: 'clientPaymentId',
    head: 'Client payment ID',
    card: 'title',
    width: 32,
    cell: (row) => (
      <RowLink href={pathOf(row.paymentId)} reference={row.clientPaymentId} id={row.paymentId} />
    ),
  },
  {
    id: 'status',
    head: 'Status',
    card: 'status',
    width: 20,
    cell: (row) => <PaymentStates payment={row} room={statesInRow} />,
  },
  {
    id: 'expected',
    head: 'Expected',
    sort: 'expectedDisplayAmount',
    numeric: true,
    width: 16,
    cell: (row) => {
      const asked = findRequestedSum(row);
      return <AmountText amount={asked?.amount} currency={asked?.currency} unknown={notTold(row)} />;
    },
  },
  {
    id: 'actual',
    head: 'Actual',
    sort: 'actualDisplayAmount',
    hint: 'As the record tells, in the currency of what was asked',
    numeric: true,
    card: 'amount',
    width: 16,
    cell: (row) => {
      const [asked, recorded] = [findRequestedSum(row), findRecordedAmount(row)];
      return (
        <>
          <RecordedAmount recorded={recorded} unknown={notToldSince(row)} />
          {RequestedOnCard(asked, recorded?.amount)}
        </>
      );
    },
  },
  {
    id: 'difference',
    head: 'Difference',
    hint: 'Actual less expected, in the same currency',
    room: 'some',
    numeric: true,
    width: 12,
    cell: (row) => {
      const apart = calculateDifference(row);
      return (
        <SignedAmount
          amount={apart?.amount}
          currency={apart?.currency}
          hideCurrency
          unknown={noDifference(row)}
        />
      );
    },
  },
  {
    id: 'coin',
    head: 'Coin',
    room: 'more',
    card: 'note',
    width: 20,
    cell: (row) =>
      row.depositCurrency === null ? (
        <span className="max-md:hidden">
          <Unknown reason="The payer has not chosen a coin." />
        </span>
      ) : (
        <CoinOnNetwork coin={row.depositCurrency} network={row.expectedNetwork} />
      ),
  },
  {
    id: 'deposits',
    head: 'Deposits',
    room: 'some',
    hint: 'How many; and whether one is in review or has a refund',
    width: 12,
    cell: (row) => (
      <span className="inline-flex items-center gap-1.5 tabular-nums">
        <span className={row.depositCount === 0 ? 'text-faint' : undefined}>{row.depositCount}</span>
        <DepositChip row={row} />
      </span>
    ),
  },
  {
    id: 'type',
    head: 'Type',
    room: 'most',
    width: 20,
    cell: (row) => (
      <span className="text-muted">
        {[row.type, row.rateType].flatMap((word) => (word === null ? [] : [sentence(word)])).join(', ') || (
          <Unknown reason={notTold(row)} />
        )}
      </span>
    ),
  },
  { id: 'expires', head: 'Expires', room: 'most', width: 12, cell: (row) => <Expiry row={row} /> },
  {
    id: 'paymentId',
    head: 'Payment ID',
    extra: true,
    cell: (row) => <Identifier value={row.paymentId} name="payment ID" />,
  },
  ...annotationColumns,
  {
    id: 'requested',
    head: 'Requested',
    extra: true,
    width: 12,
    cell: (row) =>
      row.paymentRequestedAt === null ? (
        <Unknown reason={notTold(row)} />
      ) : (
        <Time at={row.paymentRequestedAt} />
      ),
  },
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
    id: 'initiated',
    head: 'Initiated',
    hint: 'Where that is not told: when it was requested, else when it was first seen here',
    card: 'time',
    ordered: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={row.paymentInitiatedAt ?? inSeconds(row.sortAt)} />,
  },
];
