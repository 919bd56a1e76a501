import 'server-only';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import type { Column } from '../column.ts';
import { escapeFormula } from '../column.ts';

/** The exceptions list. We infer the exceptions. Amounts come from the record, or from our request. */
export const exceptionColumns: readonly Column<ExceptionRow>[] = [
  { name: 'kind', cell: (row) => row.kind },
  { name: 'subject_id', cell: (row) => row.subjectId },
  { name: 'client_payment_id', cell: (row) => escapeFormula(row.clientPaymentId ?? '') },
  { name: 'inferred_states', cell: (row) => row.states.join(' ') },
  { name: 'expected_amount', kind: 'amount', cell: (row) => row.expected ?? '' },
  {
    name: 'expected_amount_currency',
    cell: (row) => (row.expected === null ? '' : escapeFormula(row.currency ?? '')),
  },
  {
    name: 'expected_amount_source',
    cell: (row) => (row.expected === null ? '' : row.kind === 'intent' ? 'request' : 'record'),
  },
  { name: 'actual_amount', kind: 'amount', cell: (row) => row.actual ?? '' },
  {
    name: 'actual_amount_currency',
    cell: (row) => (row.actual === null ? '' : escapeFormula(row.actualCurrency ?? '')),
  },
  { name: 'initiated_at', kind: 'time', cell: (row, time) => time(row.at) },
  { name: 'owner', cell: (row) => escapeFormula(row.owner?.name ?? '') },
  { name: 'note', cell: (row) => escapeFormula(row.note) },
  {
    name: 'resolved_at',
    kind: 'time',
    cell: (row, time) => (row.resolvedAt === null ? '' : time(row.resolvedAt)),
  },
];

/** The difference of both amounts, and who resolved it why. Only in selections of columns. */
export const optionalExceptionColumns: readonly Column<ExceptionRow>[] = [
  { name: 'difference', kind: 'amount', cell: (row) => row.difference ?? '' },
  {
    name: 'difference_currency',
    cell: (row) => (row.difference === null ? '' : escapeFormula(row.currency ?? '')),
  },
  { name: 'resolved_by', cell: (row) => escapeFormula(row.resolvedBy ?? '') },
  { name: 'resolution_reason', cell: (row) => row.resolutionReason ?? '' },
];
