'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { RecordedAmount, RequestedOnCard } from '#components/money/recorded-amount.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { ExceptionStates } from './exception-states.tsx';
import { WorkButton } from './work-button.tsx';

const notTold = 'No record tells it.';

/** What was asked; a request's own amount is marked, for the service has told of none. */
function Expected({ row: { kind, expected, currency } }: { row: ExceptionRow }) {
  if (kind === 'payment') return <AmountText amount={expected} currency={currency} unknown={notTold} />;
  if (expected === null) return <Unknown reason="The request names no amount." />;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
      <span
        title="As our own request says: the service has told nothing of it."
        className="text-muted text-xs"
      >
        Asked by us
      </span>
      <AmountText amount={expected} currency={currency} />
    </span>
  );
}

/** The columns of the worklist. */
export const exceptionColumns = (
  businessId: string,
  hrefOf: (row: ExceptionRow) => string,
  mayWork: boolean,
): readonly ListColumn<ExceptionRow>[] => [
  {
    id: 'clientPaymentId',
    head: 'Client payment ID',
    card: 'title',
    width: 32,
    cell: (row) => <RowLink href={hrefOf(row)} reference={row.clientPaymentId} id={row.subjectId} />,
  },
  {
    id: 'what',
    head: 'What',
    card: 'status',
    width: 24,
    cell: (row) => <ExceptionStates states={row.states} />,
  },
  {
    id: 'expected',
    head: 'Expected',
    numeric: true,
    width: 16,
    hint: 'As the record tells; of a request, as we asked',
    cell: (row) => <Expected row={row} />,
  },
  {
    id: 'actual',
    head: 'Actual',
    hint: 'As the record tells',
    numeric: true,
    card: 'amount',
    width: 16,
    cell: (row) => (
      <>
        <RecordedAmount
          recorded={row.actual && { amount: row.actual, currency: row.actualCurrency }}
          unknown={notTold}
        />
        {row.kind === 'payment' ? (
          RequestedOnCard(row.expected && { amount: row.expected, currency: row.currency }, row.actual)
        ) : (
          <span className="block md:hidden">
            <Expected row={row} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'owner',
    head: 'Owner',
    width: 16,
    cell: (row) => row.owner?.name ?? <span className="text-faint">Nobody</span>,
  },
  {
    id: 'note',
    head: 'Note',
    room: 'some',
    card: 'note',
    width: 32,
    cell: (row) =>
      row.note === '' && row.resolvedAt === null ? null : (
        <span
          title={row.note}
          className="line-clamp-2 max-w-64 whitespace-normal text-muted [overflow-wrap:anywhere]"
        >
          {row.resolvedAt !== null && (
            <span className="text-good">
              Resolved <Time at={inSeconds(row.resolvedAt)} />
              {row.note === '' ? '' : ': '}
            </span>
          )}
          <bdi>{row.note}</bdi>
        </span>
      ),
  },
  {
    id: 'at',
    head: 'Initiated',
    card: 'time',
    ordered: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={inSeconds(row.at)} />,
  },
  ...(mayWork
    ? [
        {
          id: 'work',
          head: 'Work',
          width: 12,
          // A phone has no drawer: its card leads to the payment, where nothing is done about this.
          card: 'act',
          cell: (row: ExceptionRow) => <WorkButton businessId={businessId} row={row} />,
        } as const,
      ]
    : []),
];
