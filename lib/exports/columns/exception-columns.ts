import 'server-only';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import type { Column } from '../column.ts';
import { outsideColumn } from '../column.ts';

/** The exceptions list. We infer the exceptions. Amounts come from the record, or from our request. */
export const exceptionColumns: readonly Column<ExceptionRow>[] = [
  { name: 'kind', cell: (row) => row.kind },
  { name: 'subject_id', cell: (row) => row.subjectId },
  outsideColumn('client_payment_id', (row) => row.clientPaymentId ?? ''),
  { name: 'inferred_states', cell: (row) => row.states.join(' ') },
  { name: 'expected_amount', kind: 'amount', cell: (row) => row.expected ?? '' },
  outsideColumn('expected_amount_currency', (row) => (row.expected === null ? '' : (row.currency ?? ''))),
  {
    name: 'expected_amount_source',
    cell: (row) => (row.expected === null ? '' : row.kind === 'intent' ? 'request' : 'record'),
  },
  { name: 'actual_amount', kind: 'amount', cell: (row) => row.actual ?? '' },
  outsideColumn('actual_amount_currency', (row) => (row.actual === null ? '' : (row.actualCurrency ?? ''))),
  { name: 'initiated_at', kind: 'time', cell: (row, time) => time(row.at) },
  outsideColumn('owner', (row) => row.owner?.name ?? ''),
  outsideColumn('note', (row) => row.note),
  {
    name: 'resolved_at',
    kind: 'time',
    cell: (row, time) => (row.resolvedAt === null ? '' : time(row.resolvedAt)),
  },
];

/** The difference of both amounts, and who resolved it why. Only in selections of columns. */
export const optionalExceptionColumns: readonly Column<ExceptionRow>[] = [
  { name: 'difference', kind: 'amount', cell: (row) => row.difference ?? '' },
  outsideColumn('difference_currency', (row) => (row.difference === null ? '' : (row.currency ?? ''))),
  outsideColumn('resolved_by', (row) => row.resolvedBy ?? ''),
  { name: 'resolution_reason', cell: (row) => row.resolutionReason ?? '' },
];
