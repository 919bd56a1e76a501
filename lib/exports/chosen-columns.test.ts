import { expect, test } from 'vitest';
import { viewLists } from '#lib/saved-views/schema.ts';
import { auditColumns } from './columns/audit-columns.ts';
import { callbackColumns } from './columns/callback-columns.ts';
import { columnsByList, selectColumns } from './columns/columns-by-list.ts';
import { depositColumns, refundExportColumns } from './columns/deposit-columns.ts';
import { exceptionColumns } from './columns/exception-columns.ts';
import { differenceColumns, paymentColumns } from './columns/payment-columns.ts';
import { queueColumns } from './columns/queue-columns.ts';
import { withdrawalColumns } from './columns/withdrawal-columns.ts';

const all = {
  payments: [...paymentColumns, ...differenceColumns],
  deposits: depositColumns,
  refunds: refundExportColumns,
  withdrawals: withdrawalColumns,
  exceptions: exceptionColumns,
  callbacks: callbackColumns,
  reviews: queueColumns,
  audit: auditColumns,
} as const;

test.each(viewLists)('maps each column of the %s list to columns of the file', (list) => {
  const names: ReadonlySet<string> = new Set(all[list].map(({ name }) => name));
  const wanted = [...columnsByList[list].always, ...Object.values(columnsByList[list].of).flat()];
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

const asked = (text: string | null) =>
  selectColumns(columnsByList.withdrawals, withdrawalColumns, text).map(({ name }) => name);

test('exports the chosen columns in order, after the identifying ones', () => {
  expect(asked('received,status')).toEqual([
    'withdrawal_id',
    'client_withdrawal_id',
    'client_withdrawal_id_source',
    'first_received_at',
    'status',
    'status_source',
  ]);
  expect(asked('status,nonsense,__proto__,status')).toEqual([
    'withdrawal_id',
    'client_withdrawal_id',
    'client_withdrawal_id_source',
    'status',
    'status_source',
  ]);
});

test('exports only the identifying columns when no other is chosen', () => {
  expect(asked('withdrawalId')).toEqual([
    'withdrawal_id',
    'client_withdrawal_id',
    'client_withdrawal_id_source',
  ]);
});

test('everything where nothing was chosen, or nothing that there is', () => {
  expect(asked(null)).toHaveLength(withdrawalColumns.length);
  expect(asked('constructor')).toHaveLength(withdrawalColumns.length);
});
