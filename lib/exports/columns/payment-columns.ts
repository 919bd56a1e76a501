import 'server-only';
import { calculateDifference } from '#lib/payments/model.ts';
import { paymentFields } from '#lib/payments/schema/fields.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { Column, CurrencyOf } from '../column.ts';
import { escapeFormula, fieldColumns, momentColumn } from '../column.ts';
import type { StoredRow } from '../stored-row.ts';
import { annotationColumns } from './annotation-columns.ts';

const display: CurrencyOf = { field: 'displayCurrency' };
const deposit: CurrencyOf = { field: 'depositCurrency' };
const uniform: CurrencyOf = { code: 'EUR' };

/** §2.3, then what we made of it. */
export const paymentColumns: readonly Column<StoredRow>[] = [
  ...fieldColumns(paymentFields, {
    currencies: {
      expectedDisplayAmount: display,
      expectedDisplayDistributedUserServiceFee: display,
      actualDisplayAmount: display,
      actualDisplayDistributedUserServiceFee: display,
      expectedDepositAmount: deposit,
      expectedDepositDistributedUserServiceFee: deposit,
      actualDepositAmount: { field: 'actualDepositCurrency' },
      actualDepositDistributedUserServiceFee: deposit,
      expectedUniformAmount: uniform,
      actualUniformAmount: uniform,
    },
  }),
  { name: 'deposit_count', cell: (row) => row.text('depositCount') ?? '' },
  { name: 'confirmed_deposit_count', cell: (row) => row.text('confirmedDepositCount') ?? '' },
  { name: 'inferred_coverage', cell: (row) => escapeFormula(row.text('coverage') ?? '') },
  { name: 'inferred_late', cell: (row) => row.text('late') ?? '' },
  { name: 'inferred_currency_mismatch', cell: (row) => row.text('currencyMismatch') ?? '' },
  { name: 'deposit_statuses', cell: (row) => escapeFormula(row.text('depositStatuses') ?? '') },
  { name: 'refund_statuses', cell: (row) => escapeFormula(row.text('refundStatuses') ?? '') },
  momentColumn('firstObservedAt'),
  momentColumn('changedAt'),
  ...annotationColumns,
];

const amountOf = (row: StoredRow, field: string) => parseAmount(row.text(field) ?? '');

/** Ours: by how much more or less came than was asked. */
const difference = (row: StoredRow) =>
  calculateDifference({
    type: row.text('type'),
    confirmedDepositCount: Number(row.text('confirmedDepositCount')),
    displayCurrency: row.text('displayCurrency'),
    expectedDisplayAmount: amountOf(row, 'expectedDisplayAmount'),
    actualDisplayAmount: amountOf(row, 'actualDisplayAmount'),
    depositCurrency: row.text('depositCurrency'),
    expectedDepositAmount: amountOf(row, 'expectedDepositAmount'),
    actualDepositAmount: amountOf(row, 'actualDepositAmount'),
    currencyMismatch: row.text('currencyMismatch') === 'true',
  });

/** In the currency of what was asked; of the chosen columns only. */
export const differenceColumns: readonly Column<StoredRow>[] = [
  { name: 'difference', cell: (row) => difference(row)?.amount ?? '' },
  { name: 'difference_currency', cell: (row) => escapeFormula(difference(row)?.currency ?? '') },
];
