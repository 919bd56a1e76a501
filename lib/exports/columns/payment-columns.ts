import 'server-only';
import { parseSettledSums } from '#lib/payments/index.ts';
import { calculateDifference } from '#lib/payments/model.ts';
import type { SettledFigure } from '#lib/payments/schema/deposit-sums.ts';
import { listSettledSums } from '#lib/payments/schema/deposit-sums.ts';
import { listServiceFields } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { Column } from '../column.ts';
import { escapeFormula, fieldColumns, momentColumn, outsideColumn } from '../column.ts';
import type { StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

/** §2.3, then our own fields. */
export const paymentColumns: readonly Column<StoredRow>[] = [
  ...fieldColumns(listServiceFields(paymentFields), { actualDepositAmount: 'actualDepositCurrency' }),
  { name: 'deposit_count', kind: 'number', cell: (row) => row.text('depositCount') ?? '' },
  { name: 'confirmed_deposit_count', kind: 'number', cell: (row) => row.text('confirmedDepositCount') ?? '' },
  outsideColumn('inferred_coverage', (row) => row.text('coverage') ?? ''),
  { name: 'inferred_late', cell: (row) => row.text('late') ?? '' },
  { name: 'inferred_currency_mismatch', cell: (row) => row.text('currencyMismatch') ?? '' },
  outsideColumn('deposit_statuses', (row) => row.text('depositStatuses') ?? ''),
  outsideColumn('refund_statuses', (row) => row.text('refundStatuses') ?? ''),
  momentColumn('firstObservedAt'),
  momentColumn('changedAt'),
  ...annotationColumns,
];

const readAmount = (row: StoredRow, field: string) => parseAmount(row.text(field) ?? '');

/** Calculates the difference between the requested and the received amount. */
const readDifference = (row: StoredRow) =>
  calculateDifference({
    type: row.text('type'),
    confirmedDepositCount: Number(row.text('confirmedDepositCount')),
    displayCurrency: row.text('displayCurrency'),
    expectedDisplayAmount: readAmount(row, 'expectedDisplayAmount'),
    actualDisplayAmount: readAmount(row, 'actualDisplayAmount'),
    depositCurrency: row.text('depositCurrency'),
    expectedDepositAmount: readAmount(row, 'expectedDepositAmount'),
    actualDepositAmount: readAmount(row, 'actualDepositAmount'),
    currencyMismatch: row.text('currencyMismatch') === 'true',
  });

/** The difference in the requested currency. Only in selections of columns. */
export const differenceColumns: readonly Column<StoredRow>[] = [
  { name: 'difference', kind: 'amount', cell: (row) => readDifference(row)?.amount ?? '' },
  { name: 'difference_currency', cell: (row) => escapeFormula(readDifference(row)?.currency ?? '') },
];

/** Columns of a sum of the confirmed deposits. Sums in several currencies are one text. Spreadsheets read "1/2" as a date. */
function settledColumns(name: string, figure: SettledFigure): readonly Column<StoredRow>[] {
  const read = (row: StoredRow) => listSettledSums(parseSettledSums(row.text('settledSums')), figure);
  const listSums = (row: StoredRow) => {
    const { sums } = read(row);
    const [only] = sums;
    if (sums.length < 2) return { amount: only?.total ?? '', currency: only?.currency ?? '' };
    return { amount: sums.map(({ total, currency }) => `${total} ${currency}`).join('; '), currency: '' };
  };
  const isKnown = (row: StoredRow) => row.text('settledSums') !== null;
  return [
    { name, kind: 'amount', cell: (row) => listSums(row).amount },
    { name: `${name}_currency`, cell: (row) => escapeFormula(listSums(row).currency) },
    {
      name: `${name}_reported`,
      cell: (row) => (isKnown(row) ? `${read(row).count} of ${row.text('confirmedDepositCount') ?? ''}` : ''),
    },
  ];
}

/** Sums of a payment's confirmed deposits, with how many deposits report them. Only in selections of columns. */
export const settledSumColumns: readonly Column<StoredRow>[] = [
  ...settledColumns('service_fee', 'serviceFee'),
  ...settledColumns('net_credited', 'netCredited'),
];

/** The work on the exception of a payment. Only in selections of columns. */
export const paymentExceptionColumns: readonly Column<StoredRow>[] = [
  { name: 'exception_state', cell: (row) => row.text('exceptionState') ?? '' },
  { name: 'exception_owner', cell: (row) => escapeFormula(row.text('exceptionOwner') ?? '') },
  { name: 'exception_note', cell: (row) => escapeFormula(row.text('exceptionNote') ?? '') },
  { name: 'exception_resolved_by', cell: (row) => escapeFormula(row.text('exceptionResolvedBy') ?? '') },
  { name: 'exception_resolution_reason', cell: (row) => row.text('exceptionResolutionReason') ?? '' },
  momentColumn('exceptionResolvedAt'),
  momentColumn('exceptionChangedAt'),
];
