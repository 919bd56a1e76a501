import { beforeAll, expect, test } from 'vitest';
import { addLabel } from '#lib/annotations/add-label.ts';
import { writeNote } from '#lib/annotations/write-note.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import { unzip } from '#lib/platform/testing/unzip.ts';
import { instant } from '#lib/values/instant.ts';
import { exportList } from '../export-list.ts';
import { exportedLists } from '../list-table.ts';
import { readCsv, readSheet, withoutOffset } from '../testing/read-tables.ts';
import { createExportFiles } from './make-files.ts';
import { fetchExportFile } from './queries.ts';
import { startExportFile } from './start-file.ts';

/** Compares the same filtered list as CSV and as a workbook cell by cell, with independent readers. */
const requestedAt = instant(Date.parse('2026-11-20T22:30:00Z'));
let tenant: Tenant;

/** Digits that a double, a date or a spreadsheet would change. */
const digits = [
  '12345678901234567890123456789012345.000000000000000000000000000001',
  '0.000000000000000001',
  '0',
  '9007199254740993',
  '100000000000000000000000',
  '1234.10',
];
const trimZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
/** Text that looks like a formula, another cell, another row or markup, or that XML can't hold. */
const texts = [
  '=HYPERLINK("http://evil","x")',
  '+1-2',
  '-3',
  '@SUM(A1)',
  '\t=1+1',
  'a,"b"\r\nc;d',
  '<b>&amp;_x0041_</b>\u0007',
  '007',
  '1E5',
  'مرحبا 🙈',
];
const at = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('there are none');
  return item;
};

beforeAll(async () => {
  tenant = await createTenant(createFixedClock(requestedAt));
  const { businessId } = tenant;
  for (let n = 0; n < 30; n += 1) {
    const sortAt = new Date(requestedAt - n * 60_000);
    const [text, one, two] = [`${at(texts, n)} ${n}`, at(digits, n), at(digits, n + 1)];
    const status = n % 3 === 0 ? 'EXPIRED' : 'CONFIRMED';
    const paymentId = await insertPayment(businessId, {
      ...{ clientPaymentId: text, status, sortAt, paymentInitiatedAt: sortAt },
      ...{ displayCurrency: 'EUR', expectedDisplayAmount: one, actualDisplayAmount: two },
      ...{ depositCurrency: at(texts, n + 3), expectedDepositAmount: two, actualDepositAmount: one },
      expectedUniformAmount: n % 2 === 0 ? null : one,
    });
    const depositId = await insertDeposit(businessId, paymentId, {
      ...{ transactionId: text, fromAddress: at(texts, n + 5), status, sortAt, depositReceivedAt: sortAt },
      ...{ depositCurrency: 'ETH', depositAmount: one, displayCurrency: 'EUR', displayAmount: two },
      ...{ settlementCurrency: 'USDT', settlementPayableAmount: n % 2 === 0 ? null : two },
      uniformPayableAmount: one,
    });
    const withdrawalId = await insertWithdrawal(businessId, {
      ...{ clientWithdrawalId: text, status, firstReceivedAt: sortAt, toTxAddress: at(texts, n + 1) },
      ...{ withdrawCurrency: 'BTC', actualWithdrawAmount: one, estimatedWithdrawAmount: two },
      ...{ settlementCurrency: 'EUR', deductedSettlementAmount: two },
    });
    if (n > 4) continue;
    for (const [kind, recordId] of [
      ['payment', paymentId],
      ['deposit', depositId],
      ['withdrawal', withdrawalId],
    ] as const) {
      await addLabel(tenant.as.owner, { businessId, kind, recordId, name: `=label ${n}` });
      await writeNote(tenant.as.owner, { businessId, kind, recordId, text });
    }
  }
});

const lists = {
  payments: ['actual_display_amount', 'expected_deposit_amount', 'expected_uniform_amount'],
  deposits: ['deposit_amount', 'display_amount', 'settlement_payable_amount', 'uniform_payable_amount'],
  withdrawals: ['actual_withdraw_amount', 'estimated_withdraw_amount', 'deducted_settlement_amount'],
} as const;

const calculatedColumns = [
  ...['difference', 'difference_currency', 'service_fee', 'service_fee_currency', 'service_fee_reported'],
  ...['net_credited', 'net_credited_currency', 'net_credited_reported', 'exception_state', 'exception_owner'],
  ...['exception_note', 'exception_resolved_by', 'exception_resolution_reason', 'exception_resolved_at'],
  'exception_changed_at',
];

test.each(['payments', 'deposits', 'withdrawals'] as const)(
  'every cell of %s is the same in the workbook and the CSV file, to the last digit',
  async (list) => {
    const { businessId, as } = tenant;
    const filter = 'status=CONFIRMED';
    const parameters = new URLSearchParams(filter);
    const { query } = parseListQuery(exportedLists[list], (name) => parameters.get(name));
    const { body } = await exportList(as.finance, businessId, list, query);
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    const csv = readCsv(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));

    const { fileId } = await startExportFile(as.finance, { businessId, list, format: 'xlsx', query: filter });
    const worker = createContext(
      { kind: 'system', name: 'exports' },
      { clock: createFixedClock(requestedAt) },
    );
    await createExportFiles(worker, AbortSignal.timeout(60_000));
    const file = await fetchExportFile(as.finance, businessId, fileId);
    const parts = await unzip(new Uint8Array(await file.arrayBuffer()));
    const sheet = parts.find(({ name }) => name === 'xl/worksheets/sheet1.xml');
    const [names = [], ...rows] = csv;
    const [sheetNames = [], ...sheetRows] = readSheet(new TextDecoder().decode(sheet?.bytes));
    expect(sheetRows.map((row) => names.map((name) => row[sheetNames.indexOf(name)]))).toEqual(
      rows.map((row) => row.map(withoutOffset)),
    );
    // A workbook with all fields also has the columns that the list calculates. Those of a CSV file never change.
    expect(sheetNames.filter((name) => !names.includes(name))).toEqual(
      list === 'payments' ? calculatedColumns : [],
    );

    expect(rows).toHaveLength(20);
    const cells = (name: string) => rows.map((row) => row[names.indexOf(name)]);
    for (const name of lists[list]) {
      const reported = cells(name).filter((cell) => cell !== '');
      expect(reported.length, name).toBeGreaterThanOrEqual(10);
      for (const cell of reported) expect(digits.map(trimZeros), name).toContain(cell);
    }
    // No text starts like a formula. Signed amounts would, and there are none here.
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(cells('latest_note').filter((note) => note !== '')).not.toHaveLength(0);
  },
);
