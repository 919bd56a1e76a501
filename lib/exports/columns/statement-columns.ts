import 'server-only';
import type { ClosedPeriod, StatementFigures } from '#lib/statements/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { Column } from '../column.ts';
import { outsideColumn } from '../column.ts';

/** A line of a closed period: its opening, a kind of record, or its closing. */
type StatementRow = {
  readonly period: ClosedPeriod;
  readonly timeZone: string;
  readonly line: string;
  /** Null for the opening and the closing. */
  readonly count: number | null;
  readonly amount: SignedAmount | null;
};

/** Returns the lines of a closed period in the order of the statement. */
export const toStatementRows = ({
  period,
  figures: { timeZone, opening, lines, closing },
}: {
  readonly period: ClosedPeriod;
  readonly figures: StatementFigures;
}): readonly StatementRow[] =>
  [
    { name: 'opening', count: null, amount: opening },
    ...lines,
    { name: 'closing', count: null, amount: closing },
  ].map(({ name, count, amount }) => ({ period, timeZone, line: name, count, amount }));

/** Closed periods, line by line. */
export const statementColumns: readonly Column<StatementRow>[] = [
  { name: 'close_id', cell: ({ period }) => period.closeId },
  outsideColumn('currency', ({ period }) => period.currency),
  { name: 'number', kind: 'number', cell: ({ period }) => String(period.number) },
  { name: 'revision', kind: 'number', cell: ({ period }) => String(period.revision) },
  { name: 'first_day', cell: ({ period }) => period.from },
  { name: 'last_day', cell: ({ period }) => period.to },
  { name: 'period_time_zone', cell: ({ timeZone }) => timeZone },
  { name: 'line', cell: ({ line }) => line },
  { name: 'records', kind: 'number', cell: ({ count }) => (count === null ? '' : String(count)) },
  { name: 'amount', kind: 'amount', cell: ({ amount }) => amount ?? '' },
  { name: 'closed_at', kind: 'time', cell: ({ period }, time) => time(period.closedAt) },
  {
    name: 'reopened_at',
    kind: 'time',
    cell: ({ period }, time) => (period.reopenedAt === null ? '' : time(period.reopenedAt)),
  },
  outsideColumn('signed_by', ({ period }) => period.signedBy),
  outsideColumn('approved_by', ({ period }) => period.approvedBy),
  { name: 'pack_sha256', cell: ({ period }) => period.packSha256 },
];
