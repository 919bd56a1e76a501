import { expect, test } from 'vitest';
import { viewLists } from '#lib/saved-views/schema.ts';
import { auditColumns } from './columns/audit-columns.ts';
import { callbackColumns } from './columns/callback-columns.ts';
import { columnsByList, selectColumns, selectWorkbookColumns } from './columns/columns-by-list.ts';
import { depositColumns, refundExportColumns } from './columns/deposit-columns.ts';
import { exceptionColumns, optionalExceptionColumns } from './columns/exception-columns.ts';
import {
  differenceColumns,
  paymentColumns,
  paymentExceptionColumns,
  settledSumColumns,
} from './columns/payment-columns.ts';
import { queueColumns } from './columns/queue-columns.ts';
import { reportColumns } from './columns/report-columns.ts';
import { withdrawalColumns } from './columns/withdrawal-columns.ts';

const all = {
  payments: [...paymentColumns, ...differenceColumns, ...settledSumColumns, ...paymentExceptionColumns],
  deposits: depositColumns,
  refunds: refundExportColumns,
  withdrawals: withdrawalColumns,
  exceptions: [...exceptionColumns, ...optionalExceptionColumns],
  callbacks: callbackColumns,
  reviews: queueColumns,
  'case-reports': reportColumns,
  audit: auditColumns,
} as const;

test.each(viewLists)('each list column of %s has its file columns', (list) => {
  const names: ReadonlySet<string> = new Set(all[list].map(({ name }) => name));
  const required = [...columnsByList[list].always, ...Object.values(columnsByList[list].of).flat()];
  expect(required.filter((name) => !names.has(name))).toEqual([]);
});

const select = (text: string | null) =>
  selectColumns(columnsByList.withdrawals, withdrawalColumns, text).map(({ name }) => name);

test('returns the selected columns in their order, after the identifying ones', () => {
  expect(select('received,status')).toEqual([
    'withdrawal_id',
    'client_withdrawal_id',
    'client_withdrawal_id_source',
    'first_received_at',
    'status',
    'status_source',
  ]);
  expect(select('status,nonsense,__proto__,status')).toEqual([
    'withdrawal_id',
    'client_withdrawal_id',
    'client_withdrawal_id_source',
    'status',
    'status_source',
  ]);
});

test('returns only the identifying columns if the selection adds none', () => {
  expect(select('withdrawalId')).toEqual([
    'withdrawal_id',
    'client_withdrawal_id',
    'client_withdrawal_id_source',
  ]);
});

test('returns all columns without a valid selection', () => {
  expect(select(null)).toHaveLength(withdrawalColumns.length);
  expect(select('constructor')).toHaveLength(withdrawalColumns.length);
});

test.each(viewLists)('each workbook column of %s is in its list', (list) => {
  const names: ReadonlySet<string> = new Set(all[list].map(({ name }) => name));
  const choice = columnsByList[list];
  const inWorkbook: Readonly<Record<string, readonly string[]>> =
    'inWorkbook' in choice ? choice.inWorkbook : {};
  for (const [id, columns] of Object.entries(inWorkbook)) {
    expect(choice.of).toHaveProperty(id);
    expect(columns.filter((name) => !names.has(name))).toEqual([]);
  }
});

test('a workbook has the shown columns only, and numbers that sum beside exact coin amounts', () => {
  const listNames = (list: 'payments' | 'deposits', selection: string) =>
    selectWorkbookColumns(
      columnsByList[list],
      list === 'payments' ? all.payments : all.deposits,
      selection,
    ).map(({ name }) => name);
  expect(listNames('deposits', 'status,depositAmount,uniformPayableAmount')).toEqual([
    ...['deposit_id', 'status', 'deposit_amount', 'deposit_amount_currency', 'deposit_amount_rounded'],
    ...['callback_deposit_amount', 'callback_deposit_amount_currency', 'callback_deposit_amount_rounded'],
    ...['uniform_payable_amount', 'uniform_payable_amount_currency'],
  ]);
  expect(listNames('payments', 'status,deposits,exception')).toEqual([
    ...['payment_id', 'client_payment_id', 'status', 'deposit_count', 'exception_state'],
  ]);
});
