import 'server-only';
import { differenceOf } from '#lib/payments/model-state.ts';
import type { PaymentDetail } from '#lib/payments/schema-fields.ts';
import { paymentFields } from '#lib/payments/schema-fields.ts';
import type { Column, CurrencyOf } from '../column.ts';
import { fieldColumns, guarded } from '../column.ts';

const display: CurrencyOf = { field: 'displayCurrency' };
const deposit: CurrencyOf = { field: 'depositCurrency' };
const uniform: CurrencyOf = { code: 'EUR' };

export type ExportedPayment = Omit<PaymentDetail, 'canBeRead'>;

/** §2.3, then what we made of it. */
export const paymentColumns: readonly Column<ExportedPayment>[] = [
  ...fieldColumns(paymentFields, {
    currencies: {
      expectedDisplayAmount: display,
      expectedDisplayDistributedUserServiceFee: display,
      actualDisplayAmount: display,
      actualDisplayDistributedUserServiceFee: display,
      expectedDepositAmount: deposit,
      expectedDepositDistributedUserServiceFee: deposit,
      actualDepositAmount: deposit,
      actualDepositDistributedUserServiceFee: deposit,
      expectedUniformAmount: uniform,
      actualUniformAmount: uniform,
    },
  }),
  { name: 'deposit_count', cell: (row) => String(row.depositCount) },
  { name: 'confirmed_deposit_count', cell: (row) => String(row.confirmedDepositCount) },
  { name: 'inferred_coverage', cell: (row) => guarded(row.coverage ?? '') },
  { name: 'inferred_late', cell: (row) => (row.late === null ? '' : String(row.late)) },
  {
    name: 'inferred_currency_mismatch',
    cell: (row) => (row.currencyMismatch === null ? '' : String(row.currencyMismatch)),
  },
  { name: 'deposit_statuses', cell: (row) => guarded(row.depositStatuses.join(' ')) },
  { name: 'refund_statuses', cell: (row) => guarded(row.refundStatuses.join(' ')) },
  { name: 'first_observed_at', cell: (row, time) => time(row.firstObservedAt) },
  { name: 'changed_at', cell: (row, time) => time(row.changedAt) },
];

/** Ours, in the currency of what was asked; of the chosen columns only. */
export const differenceColumns: readonly Column<ExportedPayment>[] = [
  { name: 'difference', cell: (row) => differenceOf(row)?.amount ?? '' },
  { name: 'difference_currency', cell: (row) => guarded(differenceOf(row)?.currency ?? '') },
];
