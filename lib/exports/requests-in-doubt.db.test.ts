import { beforeAll, expect, test } from 'vitest';
import { insertIntent, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { calculateExceptionTotals, listExceptions, readExceptionTotals } from '#lib/exceptions/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import { exportList } from './export-list.ts';

const long = '99999999999999999999.990000000000000000000000000001';
const requests: readonly Record<string, unknown>[] = [
  { displayCurrency: 'EUR', displayAmount: long },
  { displayCurrency: 'EUR', displayAmount: '49.90' },
  { depositCurrency: 'BTC', depositAmount: '0.000000000000000001', network: 'BTC' },
  { displayCurrency: 'JPY', displayAmount: '1.5e3' },
  {},
];
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  const payment = {
    coverage: 'under',
    recordSeen: true,
    displayCurrency: 'EUR',
    expectedDisplayAmount: '0.1',
  };
  await insertPayment(businessId, { ...payment, clientPaymentId: 'paid', actualDisplayAmount: '0.05' });
  for (const [n, request] of requests.entries()) {
    const at = new Date(Date.UTC(2026, 9, 1 + n));
    await insertIntent(tenant, `request-${n}`, {
      at,
      state: n === 1 ? 'SENDING' : 'UNKNOWN',
      requestBody: JSON.stringify({ clientPaymentId: `request-${n}`, ...request }),
    });
  }
});

const rowsIn = async (currency: string | null) =>
  (
    await listExceptions(tenant.as.owner, tenant.businessId, {
      ...wholeList,
      choices: currency === null ? {} : { currency: [currency] },
    })
  ).rows.map(({ clientPaymentId, expected, currency: own }) => [clientPaymentId, expected, own]);

test('a request with an unknown outcome has its exact requested amount', async () => {
  expect(await rowsIn(null)).toEqual([
    ['paid', '0.1', 'EUR'],
    ['request-4', null, null],
    // Not an amount in our notation.
    ['request-3', null, 'JPY'],
    ['request-2', '0.000000000000000001', 'BTC'],
    ['request-1', '49.9', 'EUR'],
    ['request-0', long, 'EUR'],
  ]);
});

test('each total covers the rows that its currency finds', async () => {
  const sums = { EUR: '100000000000000000049.990000000000000000000000000001', BTC: '0.000000000000000001' };
  const reported = await readExceptionTotals(tenant.as.owner, tenant.businessId, wholeList);
  const parts: TotalsProgress[] = [];
  for await (const part of calculateExceptionTotals(tenant.as.owner, tenant.businessId, wholeList))
    parts.push(part);
  for (const fields of [reported.kind === 'exact' ? reported.fields : [], parts.at(-1)?.fields ?? []]) {
    const expected = fields.find(({ field }) => field === 'expected')?.sums ?? [];
    for (const [currency, total] of Object.entries(sums)) {
      const rows = await rowsIn(currency);
      expect(expected.find((sum) => sum.currency === currency)).toMatchObject({ total, count: rows.length });
    }
  }
});

test('a file contains the amounts with our request as their source', async () => {
  const { body } = await exportList(tenant.as.owner, tenant.businessId, 'exceptions', wholeList);
  const [head = '', ...lines] = (await new Response(body).text()).split('\r\n').slice(0, -1);
  const at = [
    'client_payment_id',
    'expected_amount',
    'expected_amount_currency',
    'expected_amount_source',
  ].map((name) => head.split(',').indexOf(name));
  expect(lines.map((line) => at.map((index) => line.split(',')[index]))).toEqual([
    ['paid', '0.1', 'EUR', 'record'],
    ['request-4', '', '', ''],
    ['request-3', '', '', ''],
    ['request-2', '0.000000000000000001', 'BTC', 'request'],
    ['request-1', '49.9', 'EUR', 'request'],
    ['request-0', long, 'EUR', 'request'],
  ]);
});
