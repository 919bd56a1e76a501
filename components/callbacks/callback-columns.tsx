'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { RowLink } from '#components/list/table/row-link.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { formatCallbackKind } from '#lib/callbacks/model/verdict.ts';
import type { CallbackRow } from '#lib/callbacks/schema/list.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CallbackSubject } from './callback-subject.tsx';
import { Verdict } from './verdict.tsx';

/** Returns the columns of the callbacks list. */
export const callbackColumns = (base: string): readonly ListColumn<CallbackRow>[] => [
  {
    id: 'content',
    head: tCallbacks('columns.content'),
    hint: tCallbacks('hints.content'),
    card: 'title',
    width: 24,
    cell: (row) => (
      <RowLink
        href={`${base}/callbacks/${row.reference}`}
        reference={null}
        id={row.sha256 ?? row.messageId}
      />
    ),
  },
  {
    id: 'kind',
    head: tCallbacks('columns.kind'),
    card: 'amount',
    width: 24,
    cell: (row) => formatCallbackKind(row.kind),
  },
  {
    id: 'verdict',
    head: tCallbacks('columns.verdict'),
    card: 'status',
    width: 24,
    cell: (row) => <Verdict verdict={row.verdict} />,
  },
  {
    id: 'about',
    head: tCallbacks('columns.subject'),
    card: 'note',
    width: 40,
    cell: (row) => (
      <>
        <CallbackSubject base={base} row={row} />
        <span className="md:hidden">
          <FirstReason row={row} />
        </span>
      </>
    ),
  },
  {
    id: 'reason',
    head: tCallbacks('columns.reason'),
    hint: tCallbacks('hints.reason'),
    width: 40,
    cell: (row) => <FirstReason row={row} />,
  },
  {
    id: 'deliveries',
    head: tCallbacks('columns.deliveries'),
    hint: tCallbacks('hints.deliveries'),
    numeric: true,
    width: 8,
    cell: (row) => (row.deliveries === 1 ? '1' : <span className="font-medium">{row.deliveries}</span>),
  },
  {
    id: 'payment',
    head: tCallbacks('columns.paymentId'),
    hiddenByDefault: true,
    width: 24,
    cell: (row) =>
      row.paymentId === null ? (
        <UnknownValue reason={tCallbacks('cells.noPayment')} />
      ) : (
        <TextLink href={`${base}/callbacks?payment=${row.paymentId}`} className="font-mono text-xs">
          {row.paymentId}
        </TextLink>
      ),
  },
  {
    id: 'lastReceived',
    head: tCallbacks('columns.lastReceived'),
    hint: tCallbacks('hints.lastReceived'),
    priority: 'most',
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.lastReceivedAt)} />,
  },
  {
    id: 'firstReceived',
    head: tCallbacks('columns.firstReceived'),
    hint: tCallbacks('hints.firstReceived'),
    card: 'time',
    isDefaultSort: true,
    numeric: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.firstReceivedAt)} />,
  },
];

/** Shows the first reason of a callback and the number of further ones. */
function FirstReason({ row: { reason, reasonCount } }: { row: CallbackRow }) {
  if (reason === null) return null;
  const text = `${reason.path} ${reason.problem}`.trim();
  return (
    <span
      data-tooltip={text}
      className="block max-w-64 truncate text-muted text-xs max-md:max-w-full min-[90rem]:max-w-80"
    >
      {reason.path !== '' && <code className="text-ink">{reason.path}</code>} {reason.problem}
      {reasonCount > 1 && ` ${tCallbacks('cells.moreReasons', { count: reasonCount - 1 })}`}
    </span>
  );
}
