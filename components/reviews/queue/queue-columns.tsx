'use client';

import type { ListColumn } from '#components/list/table/list-column.ts';
import { AmountText } from '#components/money/amount-text.tsx';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { MoreStates } from '#components/status/more-states.tsx';
import { Status } from '#components/status/status.tsx';
import { Age } from '#components/ui/age.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { ExternalText } from '#components/ui/external-text.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import { decisionTexts, formatFactKind } from '#lib/reviews/model.ts';
import type { QueueReason, QueueRow } from '#lib/reviews/queue/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatSubjectName } from '../case-labels.ts';
import { InformationBadge } from '../cases/information-badge.tsx';
import { CategoryBadge } from './category-badge.tsx';

/** Names a case by its record. */
export const formatCaseName = ({ subjectKind, subjectId, reference }: QueueRow): string =>
  formatSubjectName(subjectKind, subjectId, reference);

function formatCaseNumber({ number, joined }: QueueRow): string {
  return joined === 0
    ? tReviewTerms('caseNumber', { number: String(number) })
    : tReviewQueue('cells.caseWithMerged', { number: String(number), count: joined });
}

/** Returns the columns of the queue. The first link of a row opens the case. */
export const queueColumns = (toHref: (row: QueueRow) => string): readonly ListColumn<QueueRow>[] => [
  {
    id: 'case',
    staysBeside: true,
    head: tReviewTerms('case'),
    card: 'title',
    width: 32,
    cell: (row) => (
      <span className="block py-1">
        {/* Prefetching would record a view of risk detail in the audit log. */}
        <TextLink prefetch={false} href={toHref(row)} className="case-name">
          {ExternalText(formatCaseName(row))}
        </TextLink>
        <span className="text-muted text-xs tabular-nums">{formatCaseNumber(row)}</span>
      </span>
    ),
  },
  {
    id: 'why',
    head: tReviewTerms('reason'),
    card: 'note',
    width: 40,
    cell: (row) => <Reasons row={row} />,
  },
  {
    id: 'state',
    head: tReviewQueue('columns.state'),
    priority: 'most',
    width: 16,
    cell: (row) => <CaseStateBadge row={row} />,
  },
  {
    id: 'serviceStatus',
    head: tReviewQueue('columns.serviceStatus'),
    width: 20,
    cell: (row) => <Status kind={row.subjectKind} value={row.serviceStatus} />,
  },
  {
    id: 'risk',
    staysBeside: true,
    card: 'status',
    head: tReviewQueue('columns.risk'),
    hint: tReviewQueue('hints.risk'),
    isDefaultSort: true,
    width: 20,
    cell: (row) => (
      <>
        {row.riskCategory === null ? (
          <span className="text-faint">{tReviewQueue('cells.noEntities')}</span>
        ) : (
          <CategoryBadge category={row.riskCategory} isSanctioned={row.isSanctioned} />
        )}
        {row.riskScore !== null && (
          // A card has no column for the score.
          <span className="ms-2 text-muted text-sm tabular-nums md:hidden">
            {tReviewQueue.rich('cells.scoreOnCard', { score: () => ExternalText(row.riskScore ?? '') })}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'score',
    staysBeside: true,
    head: tReviewQueue('columns.score'),
    hint: tReviewQueue('hints.score'),
    priority: 'some',
    sort: 'score',
    numeric: true,
    width: 12,
    cell: (row) =>
      row.riskScore === null ? (
        <UnknownValue reason={tReviewQueue('cells.notAssessed')} />
      ) : (
        ExternalText(row.riskScore)
      ),
  },
  {
    id: 'assignee',
    head: tReviewTerms('assignedTo'),
    priority: 'some',
    width: 16,
    cell: (row) =>
      row.assignee === null ? (
        <span className="text-faint">{tReviewQueue('cells.noAssignee')}</span>
      ) : (
        <bdi>{row.assignee.name}</bdi>
      ),
  },
  {
    id: 'amount',
    staysBeside: false,
    head: tReviewQueue('columns.amount'),
    numeric: true,
    card: 'amount',
    width: 20,
    cell: (row) => (
      <ProvisionalAmount
        amount={row.amount}
        provisional={row.provisional}
        currency={row.currency}
        unknown={
          row.joined > 0 ? tReviewQueue('cells.amountsNotReported') : tReviewTerms('amountNotReported')
        }
      />
    ),
  },
  {
    id: 'eur',
    staysBeside: true,
    head: tReviewQueue('columns.eur'),
    priority: 'some',
    sort: 'eur',
    numeric: true,
    width: 16,
    cell: (row) => (
      <AmountText
        amount={row.eur}
        currency="EUR"
        hideCurrency
        unknown={tReviewQueue('cells.eurNotReported')}
      />
    ),
  },
  {
    id: 'age',
    head: tReviewQueue('columns.age'),
    hint: tReviewQueue('hints.age'),
    priority: 'more',
    numeric: true,
    width: 12,
    cell: (row) =>
      row.state === 'open' || row.state === 'proposed' ? (
        <Age since={toUnixSeconds(row.openedAt)} showHours />
      ) : null,
  },
  {
    id: 'openedAt',
    head: tReviewTerms('opened'),
    sort: 'opened',
    numeric: true,
    hiddenByDefault: true,
    width: 12,
    cell: (row) => <Time at={toUnixSeconds(row.openedAt)} />,
  },
  {
    id: 'snoozedUntil',
    head: tReviewTerms('snoozedUntil'),
    numeric: true,
    hiddenByDefault: true,
    width: 12,
    cell: (row) => <OptionalTime at={row.snoozedUntil} unknown={tReviewQueue('cells.notSnoozed')} />,
  },
  {
    id: 'decidedAt',
    head: tReviewQueue('columns.decided'),
    numeric: true,
    hiddenByDefault: true,
    width: 12,
    cell: (row) => <OptionalTime at={row.decidedAt} unknown={tReviewQueue('cells.notDecided')} />,
  },
  {
    id: 'dueAt',
    staysBeside: true,
    head: tReviewQueue('columns.due'),
    card: 'time',
    sort: 'due',
    numeric: true,
    width: 12,
    cell: (row) => (
      <span className={cx(row.isOverdue && 'font-medium text-bad')}>
        <span className="md:hidden">{tReviewQueue('cells.due')} </span>
        <Time at={toUnixSeconds(row.dueAt)} />
        {row.isOverdue && <span className="sr-only">, {tReviewQueue('cells.overdue')}</span>}
      </span>
    ),
  },
];

function OptionalTime({ at, unknown }: { at: QueueRow['decidedAt']; unknown: string }) {
  return at === null ? <UnknownValue reason={unknown} /> : <Time at={toUnixSeconds(at)} />;
}

const formatReason = ({ kind, rule }: QueueReason): string =>
  kind === 'rule' && rule !== null ? tReviewTerms('ruleNamed', { name: rule }) : formatFactKind(kind);

/** Shows the current reasons, or the ended ones when none is left. */
function Reasons({ row }: { row: QueueRow }) {
  const { standing, ended } = row;
  const [first, ...more] = standing.length > 0 ? standing : ended;
  if (first === undefined) return <UnknownValue reason={tReviewQueue('cells.noReason')} />;
  const hasEnded = standing.length === 0;
  const others = [
    ...more.map(formatReason),
    ...(hasEnded
      ? []
      : ended.map((reason) => tReviewQueue('cells.endedReason', { reason: formatReason(reason) }))),
  ];
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className={cx('case-reason', hasEnded && 'text-muted')} data-tooltip={formatReason(first)}>
        {formatReason(first)}
      </span>
      {hasEnded && <Badge hint={tReviewQueue('cells.allEnded')}>{tReviewQueue('cells.ended')}</Badge>}
      <MoreStates labels={others} />
    </span>
  );
}

function CaseStateBadge({ row }: { row: QueueRow }) {
  const now = useNow();
  if (row.disagreement !== null)
    return (
      <Badge tone="bad" hint={row.disagreement}>
        {tReviewTerms('serviceDisagrees')}
      </Badge>
    );
  if (row.state === 'open' && row.informationDueAt !== null)
    return <InformationBadge isOverdue={toUnixSeconds(row.informationDueAt) <= now} />;
  if (row.state === 'open') {
    const open = row.returned === null ? tReviewTerms('open') : tReviewTerms(`returned.${row.returned}`);
    return <Badge tone="waiting">{row.snoozedUntil === null ? open : tReviewTerms('snoozed')}</Badge>;
  }
  const decision = row.decision === null ? '' : decisionTexts[row.decision].label;
  return row.state === 'proposed' ? (
    <Badge tone="attention" hint={tReviewTerms('pendingApproval')}>
      {tReviewTerms('proposed', { decision })}
    </Badge>
  ) : (
    <Badge tone="good">{decision}</Badge>
  );
}
