import 'server-only';
import { calculateDifference } from '#lib/payments/model.ts';
import { paymentFields } from '#lib/payments/schema/fields.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { AmountCurrency, Column } from '../column.ts';
import { escapeFormula, fieldColumns, momentColumn } from '../column.ts';
import type { StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

const displayCurrency: AmountCurrency = { field: 'displayCurrency' };
const depositCurrency: AmountCurrency = { field: 'depositCurrency' };
const uniformCurrency: AmountCurrency = { code: 'EUR' };

/** §2.3, then our own fields. */
export const paymentColumns: readonly Column<StoredRow>[] = [
  ...fieldColumns(paymentFields, {
    currencies: {
      expectedDisplayAmount: displayCurrency,
      expectedDisplayDistributedUserServiceFee: displayCurrency,
      actualDisplayAmount: displayCurrency,
      actualDisplayDistributedUserServiceFee: displayCurrency,
      expectedDepositAmount: depositCurrency,
      expectedDepositDistributedUserServiceFee: depositCurrency,
      actualDepositAmount: { field: 'actualDepositCurrency' },
      actualDepositDistributedUserServiceFee: depositCurrency,
      expectedUniformAmount: uniformCurrency,
      actualUniformAmount: uniformCurrency,
    },
  }),
  { name: 'deposit_count', kind: 'number', cell: (row) => row.text('depositCount') ?? '' },
  { name: 'confirmed_deposit_count', kind: 'number', cell: (row) => row.text('confirmedDepositCount') ?? '' },
  { name: 'inferred_coverage', cell: (row) => escapeFormula(row.text('coverage') ?? '') },
  { name: 'inferred_late', cell: (row) => row.text('late') ?? '' },
  { name: 'inferred_currency_mismatch', cell: (row) => row.text('currencyMismatch') ?? '' },
  { name: 'deposit_statuses', cell: (row) => escapeFormula(row.text('depositStatuses') ?? '') },
  { name: 'refund_statuses', cell: (row) => escapeFormula(row.text('refundStatuses') ?? '') },
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

/** The work on the exception of a payment. Only in selections of columns. */
export const paymentExceptionColumns: readonly Column<StoredRow>[] = [
  { name: 'exception_state', cell: (row) => row.text('exceptionState') ?? '' },
  { name: 'exception_owner', cell: (row) => escapeFormula(row.text('exceptionOwner') ?? '') },
  { name: 'exception_note', cell: (row) => escapeFormula(row.text('exceptionNote') ?? '') },
  { name: 'exception_resolved_by', cell: (row) => escapeFormula(row.text('exceptionResolvedBy') ?? '') },
  momentColumn('exceptionResolvedAt'),
  momentColumn('exceptionChangedAt'),
];
