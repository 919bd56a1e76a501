import 'server-only';
import type { QueueReason, QueueRow } from '#lib/reviews/queue/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Column } from '../column.ts';
import { escapeFormula } from '../column.ts';
import type { ZonedTime } from '../zoned-time.ts';

const formatTime = (at: Instant | null, time: ZonedTime): string => (at === null ? '' : time(at));

/** Formats reasons. A rule has its name: `deposit-blocked; rule: Large sums`. */
const formatReasons = (reasons: readonly QueueReason[]): string =>
  reasons.map(({ kind, rule }) => (rule === null ? kind : `${kind}: ${rule}`)).join('; ');

/** The review queue. Amounts cover all subjects of a case. Unknown values are empty. */
export const queueColumns: readonly Column<QueueRow>[] = [
  { name: 'case_number', kind: 'number', cell: (row) => String(row.number) },
  { name: 'case_id', cell: (row) => row.caseId },
  { name: 'subject_kind', cell: (row) => row.subjectKind },
  { name: 'subject_id', cell: (row) => row.subjectId },
  { name: 'reference', cell: (row) => escapeFormula(row.reference ?? '') },
  { name: 'joined_cases', kind: 'number', cell: (row) => String(row.joined) },
  { name: 'reasons', cell: (row) => escapeFormula(formatReasons(row.standing)) },
  { name: 'reasons_ended', cell: (row) => escapeFormula(formatReasons(row.ended)) },
  { name: 'state', cell: (row) => row.state },
  { name: 'decision', cell: (row) => row.decision ?? '' },
  { name: 'disagreement', cell: (row) => row.disagreement ?? '' },
  { name: 'service_status', cell: (row) => escapeFormula(row.serviceStatus ?? '') },
  { name: 'assignee', cell: (row) => escapeFormula(row.assignee?.name ?? '') },
  { name: 'amount', kind: 'amount', cell: (row) => row.amount ?? '' },
  { name: 'amount_currency', cell: (row) => (row.amount === null ? '' : escapeFormula(row.currency ?? '')) },
  { name: 'eur', kind: 'amount', cell: (row) => row.eur ?? '' },
  { name: 'opened_at', kind: 'time', cell: (row, time) => time(row.openedAt) },
  { name: 'due_at', kind: 'time', cell: (row, time) => time(row.dueAt) },
  { name: 'overdue', cell: (row) => String(row.isOverdue) },
  { name: 'put_aside_until', kind: 'time', cell: (row, time) => formatTime(row.snoozedUntil, time) },
  { name: 'decided_at', kind: 'time', cell: (row, time) => formatTime(row.decidedAt, time) },
  { name: 'risk_category', cell: (row) => escapeFormula(row.riskCategory ?? '') },
  { name: 'risk_score', cell: (row) => escapeFormula(row.riskScore ?? '') },
];
