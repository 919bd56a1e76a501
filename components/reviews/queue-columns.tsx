'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { AmountText } from '#components/money/amount-text.tsx';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { decisionWords, factWord } from '#lib/reviews/model.ts';
import type { QueueReason, QueueRow } from '#lib/reviews/queue/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** What a case is about, in a word. */
export const formatCaseName = (row: QueueRow): string =>
  row.reference ?? `${row.subjectKind} ${row.subjectId.slice(0, 8)}`;

const notTold = 'The amount was not told';
const notToldWhole = 'Not told of all of them, or of different currencies';

/** The columns of the queue. The first link of a row opens the case. */
export const queueColumns = (hrefOf: (row: QueueRow) => string): readonly ListColumn<QueueRow>[] => [
  {
    id: 'case',
    head: 'Case',
    card: 'title',
    width: 32,
    cell: (row) => (
      <span className="block py-1">
        {/* To fetch a case ahead would be a view of its risk detail. */}
        <TextLink
          prefetch={false}
          href={hrefOf(row)}
          className="block max-w-32 truncate xl:max-w-36 min-[90rem]:max-w-56 font-medium"
        >
          {ExternalText(formatCaseName(row))}
        </TextLink>
        <span className="text-muted text-xs tabular-nums">
          Case {row.number}
          {row.joined > 0 && `, with ${row.joined} that joined`}
        </span>
      </span>
    ),
  },
  { id: 'why', head: 'Why', card: 'note', width: 40, cell: (row) => <Reasons row={row} /> },
  {
    id: 'state',
    head: 'State',
    card: 'status',
    width: 16,
    cell: (row) => <StateOfCase row={row} />,
  },
  {
    id: 'serviceStatus',
    head: 'At the service',
    width: 20,
    cell: (row) => <Status kind={row.subjectKind} value={row.serviceStatus} />,
  },
  {
    id: 'assignee',
    head: 'Assigned to',
    width: 16,
    cell: (row) =>
      row.assignee === null ? <span className="text-faint">Nobody</span> : <bdi>{row.assignee.name}</bdi>,
  },
  {
    id: 'amount',
    head: 'Amount',
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <ProvisionalAmount
        amount={row.amount}
        provisional={row.provisional}
        currency={row.currency}
        unknown={row.joined > 0 ? notToldWhole : notTold}
      />
    ),
  },
  {
    id: 'eur',
    head: 'EUR',
    room: 'some',
    sort: 'eur',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.eur}
        currency="EUR"
        hideCurrency
        unknown="Not told in EUR: a second person confirms whatever is decided"
      />
    ),
  },
  {
    id: 'openedAt',
    head: 'Opened',
    sort: 'opened',
    numeric: true,
    extra: true,
    width: 12,
    cell: (row) => <Time at={inSeconds(row.openedAt)} />,
  },
  {
    id: 'snoozedUntil',
    head: 'Put aside until',
    numeric: true,
    extra: true,
    width: 12,
    cell: (row) => <When at={row.snoozedUntil} unknown="It is not put aside" />,
  },
  {
    id: 'decidedAt',
    head: 'Decided',
    numeric: true,
    extra: true,
    width: 12,
    cell: (row) => <When at={row.decidedAt} unknown="It is not decided" />,
  },
  {
    id: 'dueAt',
    head: 'Due',
    card: 'time',
    ordered: true,
    numeric: true,
    width: 12,
    cell: (row) => (
      <span className={cx(row.isOverdue && 'font-medium text-bad')}>
        <Time at={inSeconds(row.dueAt)} />
        {row.isOverdue && <span className="sr-only">, overdue</span>}
      </span>
    ),
  },
];

function When({ at, unknown }: { at: QueueRow['decidedAt']; unknown: string }) {
  return at === null ? <Unknown reason={unknown} /> : <Time at={inSeconds(at)} />;
}

/** A rule of the merchant's own is called by its name. */
const inWords = ({ kind, rule }: QueueReason): string =>
  kind === 'rule' && rule !== null ? `Rule: ${rule}` : factWord(kind);

/** Rows are two lines high: a long reason takes both where there is little room. */
const reasonInRow =
  'max-w-64 truncate md:max-[90rem]:line-clamp-2 md:max-[90rem]:max-w-40 md:max-xl:max-w-28 md:max-[90rem]:whitespace-normal md:max-[90rem]:leading-snug';

/** What is so now; where nothing is any more, what was, as such. */
function Reasons({ row }: { row: QueueRow }) {
  const { standing, ended } = row;
  const [first, ...more] = standing.length > 0 ? standing : ended;
  if (first === undefined) return <Unknown reason="Nothing is written down" />;
  const isOver = standing.length === 0;
  const others = [
    ...more.map(inWords),
    ...(isOver ? [] : ended.map((one) => `${inWords(one)} (no longer so)`)),
  ];
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className={cx(reasonInRow, isOver && 'text-muted')} title={inWords(first)}>
        {inWords(first)}
      </span>
      {isOver && <Badge title="No reason of this case stands any more">No longer so</Badge>}
      {others.length > 0 && (
        <Badge title={others.join(', ')}>
          <span aria-hidden>+{others.length}</span>
          <span className="sr-only">, {others.join(', ')}</span>
        </Badge>
      )}
    </span>
  );
}

function StateOfCase({ row }: { row: QueueRow }) {
  if (row.disagreement !== null)
    return (
      <Badge tone="bad" title={row.disagreement}>
        Service disagrees
      </Badge>
    );
  if (row.state === 'open')
    return <Badge tone="waiting">{row.snoozedUntil === null ? 'Open' : 'Put aside'}</Badge>;
  const what = row.decision === null ? '' : decisionWords[row.decision].label;
  return row.state === 'proposed' ? (
    <Badge tone="attention" title="Waits for a second person">
      Proposed: {what}
    </Badge>
  ) : (
    <Badge tone="good">{what}</Badge>
  );
}
