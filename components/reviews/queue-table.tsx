'use client';

import type { CardPlace } from '#components/list/list-column.ts';
import { cardStyle } from '#components/list/list-column.ts';
import { AmountText } from '#components/money/amount-text.tsx';
import { pageTitleId } from '#components/shell/page-header.tsx';
import { Status } from '#components/status/status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { decisionWords, factWord } from '#lib/reviews/model.ts';
import type { QueueRow } from '#lib/reviews/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

type Picking = { picked: ReadonlySet<string>; onPick: (picked: ReadonlySet<string>) => void };

/** What a case is about, in a word. */
export const nameOf = (row: QueueRow): string =>
  row.reference ?? `${row.subjectKind} ${row.subjectId.slice(0, 8)}`;

/** The cases of a view. The first link of a row opens the case. */
export function QueueTable({
  base,
  rows,
  now,
  picked,
  onPick,
}: Picking & { base: string; rows: readonly QueueRow[]; now: number }) {
  const open = rows.filter(({ state }) => state !== 'decided');
  const chosen = open.filter(({ caseId }) => picked.has(caseId)).length;
  return (
    <DataTable labelledBy={pageTitleId}>
      <thead className="max-md:sr-only">
        <tr>
          <HeadCell className="w-8">
            <Checkbox
              label="Choose all cases of this page"
              hideLabel
              disabled={open.length === 0}
              checked={open.length > 0 && chosen === open.length}
              indeterminate={chosen > 0 && chosen < open.length}
              onChange={(event) =>
                onPick(new Set(event.target.checked ? open.map(({ caseId }) => caseId) : []))
              }
            />
          </HeadCell>
          <HeadCell>Case</HeadCell>
          <HeadCell>Why</HeadCell>
          <HeadCell>At the service</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell numeric>Amount</HeadCell>
          <HeadCell numeric>EUR</HeadCell>
          <HeadCell>Assigned to</HeadCell>
          <HeadCell numeric>Due</HeadCell>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <QueueLine
            key={row.caseId}
            href={`${base}/${row.caseId}`}
            row={row}
            now={now}
            picked={picked}
            onPick={onPick}
          />
        ))}
      </tbody>
    </DataTable>
  );
}

/** On a phone a row is a card. */
const card = (place: CardPlace) =>
  cx(
    'max-md:!h-auto max-md:min-w-0 max-md:border-b-0 max-md:p-0 max-md:first:pl-0 max-md:last:pr-0',
    cardStyle[place],
  );

function QueueLine({
  href,
  row,
  now,
  picked,
  onPick,
}: Picking & { href: string; row: QueueRow; now: number }) {
  const name = nameOf(row);
  const isPicked = picked.has(row.caseId);
  const pick = () => {
    const next = new Set(picked);
    if (!next.delete(row.caseId)) next.add(row.caseId);
    onPick(next);
  };
  return (
    <Row
      selected={isPicked}
      className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-line max-md:border-b max-md:px-4 max-md:py-2.5"
    >
      <Cell className="max-md:hidden">
        <Checkbox
          label={`Choose ${name}`}
          hideLabel
          disabled={row.state === 'decided'}
          checked={isPicked}
          onChange={pick}
        />
      </Cell>
      <Cell className={card('title')}>
        {/* To fetch a case ahead would be a view of its risk detail. */}
        <TextLink prefetch={false} href={href} className="block max-w-56 truncate font-medium">
          {name}
        </TextLink>
        <span className="text-muted text-xs tabular-nums">
          Case {row.number}
          {row.joined > 0 && `, with ${row.joined} that joined`}
        </span>
      </Cell>
      <Cell className={card('note')}>
        <Reasons row={row} />
      </Cell>
      <Cell className={card('status')}>
        <Status kind={row.subjectKind} value={row.serviceStatus} />
      </Cell>
      <Cell className="max-md:hidden">
        <CaseState row={row} />
      </Cell>
      <Cell numeric className={card('amount')}>
        <AmountText
          amount={row.amount}
          currency={row.currency}
          unknown={
            row.joined > 0 ? 'Not told of all of them, or of different currencies' : 'The amount was not told'
          }
        />
      </Cell>
      <Cell numeric className="max-md:hidden">
        <AmountText
          amount={row.eur}
          currency="EUR"
          hideCurrency
          unknown="Not told in EUR: a second person confirms whatever is decided"
        />
      </Cell>
      <Cell className="max-md:hidden">
        {row.assignee === null ? <span className="text-faint">Nobody</span> : row.assignee.name}
      </Cell>
      <Cell
        numeric
        className={cx(
          card('time'),
          row.state !== 'decided' && row.dueAt < now ? 'font-medium text-bad' : 'text-muted',
        )}
      >
        <Time at={inSeconds(row.dueAt)} />
      </Cell>
    </Row>
  );
}

/** A rule of the merchant's own is called by its name. */
function Reasons({ row }: { row: QueueRow }) {
  const words = row.reasons.flatMap((kind) =>
    kind === 'rule' ? row.rules.map((name) => `Rule: ${name}`) : [factWord(kind)],
  );
  const [first, ...more] = words;
  if (first === undefined) return <Unknown reason="Nothing is written down" />;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="max-w-64 truncate" title={first}>
        {first}
      </span>
      {more.length > 0 && <Badge title={more.join(', ')}>+{more.length}</Badge>}
    </span>
  );
}

function CaseState({ row }: { row: QueueRow }) {
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
