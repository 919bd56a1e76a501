'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { SignedAmount } from '#components/money/amount-text.tsx';
import { RequestedAmountOnCard } from '#components/money/recorded-amount.tsx';
import { Age } from '#components/ui/age.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { tExceptions, tResolutionReasons } from '#lib/messages/exceptions.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ExpectedAmount, ReceivedAmount } from './exception-amounts.tsx';
import { ExceptionStatesLine } from './exception-states.tsx';
import { ExceptionWorkButton } from './exception-work-button.tsx';

/** Shows the note, after the time of the resolution where there is one. */
function Note({ row: { note, resolvedAt, resolutionReason } }: { row: ExceptionRow }) {
  if (resolvedAt === null) return <bdi>{note}</bdi>;
  const time = () => <Time at={toUnixSeconds(resolvedAt)} />;
  if (resolutionReason !== null)
    return (
      <>
        <span className="text-good">
          {tExceptions.rich('cells.resolvedBecause', {
            time,
            reason: tResolutionReasons(`reasons.${resolutionReason}`),
          })}
        </span>
        {note !== '' && (
          <>
            . <bdi>{note}</bdi>
          </>
        )}
      </>
    );
  if (note === '') return <span className="text-good">{tExceptions.rich('cells.resolved', { time })}</span>;
  return tExceptions.rich('cells.resolvedWithNote', {
    good: (text) => <span className="text-good">{text}</span>,
    time,
    note: () => <bdi>{note}</bdi>,
  });
}

/** Days after which an open exception is emphasized. */
const oldAfterDays = 30;

/** Returns the columns of the exceptions list; `mayWork` adds the button of each row. */
export const exceptionColumns = (
  businessId: string,
  toHref: (row: ExceptionRow) => string,
  mayWork: boolean,
): readonly ListColumn<ExceptionRow>[] => [
  {
    id: 'clientPaymentId',
    head: tExceptions('columns.clientPaymentId'),
    card: 'title',
    width: 32,
    cell: (row) => <RowLink href={toHref(row)} reference={row.clientPaymentId} id={row.subjectId} />,
  },
  {
    id: 'what',
    head: tExceptions('columns.reason'),
    card: 'status',
    width: 24,
    cell: (row) => <ExceptionStatesLine row={row} />,
  },
  {
    id: 'expected',
    head: tExceptions('columns.expected'),
    numeric: true,
    width: 16,
    hint: tExceptions('hints.expected'),
    cell: (row) => <ExpectedAmount row={row} />,
  },
  {
    id: 'actual',
    head: tExceptions('columns.actual'),
    hint: tExceptions('hints.actual'),
    numeric: true,
    card: 'amount',
    width: 16,
    cell: (row) => (
      <>
        <ReceivedAmount row={row} />
        {row.kind === 'payment' ? (
          RequestedAmountOnCard(row.expected && { amount: row.expected, currency: row.currency }, row.actual)
        ) : (
          <span className="block md:hidden">
            <ExpectedAmount row={row} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'difference',
    head: tExceptions('columns.difference'),
    hint: tExceptions('hints.difference'),
    sort: 'differenceInEur',
    priority: 'some',
    numeric: true,
    width: 12,
    cell: (row) => (
      <SignedAmount
        amount={row.difference}
        currency={row.currency}
        hideCurrency
        unknown={tExceptions('cells.noDifference')}
      />
    ),
  },
  {
    id: 'owner',
    head: tExceptions('columns.assignee'),
    // Beside amounts in coins, a laptop has room for either it or more than a word of the note.
    priority: 'more',
    width: 16,
    cell: (row) => row.owner?.name ?? <span className="text-faint">{tExceptions('cells.unassigned')}</span>,
  },
  {
    id: 'note',
    head: tExceptions('columns.note'),
    priority: 'some',
    card: 'note',
    width: 32,
    cell: (row) =>
      row.note === '' && row.resolvedAt === null ? null : (
        <span
          data-tooltip={row.note}
          className="line-clamp-2 max-w-64 whitespace-normal text-muted [overflow-wrap:anywhere]"
        >
          <Note row={row} />
        </span>
      ),
  },
  {
    id: 'age',
    head: tExceptions('columns.age'),
    hint: tExceptions('hints.age'),
    // The time beside it says as much where there is less room.
    priority: 'most',
    numeric: true,
    width: 12,
    cell: (row) =>
      row.resolvedAt === null ? <Age since={toUnixSeconds(row.at)} oldAfterDays={oldAfterDays} /> : null,
  },
  {
    id: 'at',
    head: tExceptions('columns.initiated'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.at)} />,
  },
  ...(mayWork
    ? [
        {
          id: 'work',
          head: tExceptions('columns.actions'),
          width: 12,
          // A phone has no drawer, and the payment's page has no actions for its exception.
          card: 'act',
          cell: (row: ExceptionRow) => <ExceptionWorkButton businessId={businessId} row={row} />,
        } as const,
      ]
    : []),
];
