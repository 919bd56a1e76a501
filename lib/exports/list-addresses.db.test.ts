import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { countDeposits, listDeposits, readDepositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import { countPayments, listPayments, readPaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { countRefunds, listRefunds, readRefundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { countWithdrawals, listWithdrawals, readWithdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

/** Holds the same guarantees for every list: any URL is answered, and totals are the sums of the rows. */
const lists = {
  payments: { spec: paymentList, list: listPayments, count: countPayments, totals: readPaymentTotals },
  deposits: { spec: depositList, list: listDeposits, count: countDeposits, totals: readDepositTotals },
  refunds: { spec: refundList, list: listRefunds, count: countRefunds, totals: readRefundTotals },
  withdrawals: {
    spec: withdrawalList,
    list: listWithdrawals,
    count: countWithdrawals,
    totals: readWithdrawalTotals,
  },
} as const;
const names = ['payments', 'deposits', 'refunds', 'withdrawals'] as const;

const hostile = '<img src=x onerror=alert(1)> \u202Efdp.exe \'";DROP TABLE payment;-- =1+1';
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  const digits = ['0.000000000000000001', '12.5', '99999999999999999999.99', '3', null];
  const fiat = ['EUR', 'USD', null];
  for (let n = 0; n < 40; n += 1) {
    const at = new Date(Date.parse('2026-11-01T00:00:00Z') + n * 3_600_000);
    const amount = digits[n % 5] ?? null;
    const payment = await insertPayment(businessId, {
      clientPaymentId: `${hostile} ${n}`,
      status: n % 3 === 0 ? hostile : 'DEPOSITED',
      displayCurrency: fiat[n % 3] ?? null,
      expectedDisplayAmount: amount,
      actualDisplayAmount: digits[(n + 1) % 5] ?? null,
      depositCurrency: n % 2 === 0 ? 'BTC' : 'ETH',
      actualDepositAmount: amount,
      sortAt: at,
      paymentInitiatedAt: at,
    });
    await insertDeposit(businessId, payment, {
      transactionId: hostile,
      depositCurrency: n % 2 === 0 ? 'BTC' : hostile,
      depositAmount: amount,
      displayCurrency: fiat[n % 3] ?? null,
      displayAmount: amount,
      settlementCurrency: 'EUR',
      settlementPayableAmount: digits[(n + 2) % 5] ?? null,
      uniformPayableAmount: amount,
      sortAt: at,
      ...(n % 4 === 0 && {
        refundFirstSeenAt: at,
        refundDepositCurrency: 'BTC',
        refundAmount: amount,
        refundDisplayCurrency: 'EUR',
        refundDisplayAmount: amount,
      }),
    });
    await insertWithdrawal(businessId, {
      clientWithdrawalId: hostile,
      withdrawCurrency: 'ETH',
      actualWithdrawAmount: amount,
      settlementCurrency: 'EUR',
      deductedSettlementAmount: amount,
      displayCurrency: fiat[n % 3] ?? null,
      actualDisplayAmount: amount,
      firstReceivedAt: at,
    });
  }
});

const parseQuery = (spec: ListSpec, parameters: ReadonlyMap<string, string>): ListQuery =>
  parseListQuery(spec, (name) => parameters.get(name) ?? null).query;

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    hostile,
    'x'.repeat(10_000),
    'EUR:1..2',
    'EUR',
    'last-month',
    '2026-11-01..',
    'under',
    'never',
    '0d9e1c8a-1111-4222-8333-444455556666',
  ),
);

test.each(names)('answers any address of %s', async (name) => {
  const { spec, list, count, totals } = lists[name];
  const parameters = [...Object.keys(spec.filters), ...['q', 'sort', 'only', 'except', 'after', 'before']];
  const sorts = Object.keys(spec.sorts).flatMap((sort) => [`${sort}.asc`, `${sort}.desc`]);
  const address = fc.dictionary(fc.constantFrom(...parameters), fc.oneof(words, fc.constantFrom(...sorts)), {
    maxKeys: 5,
  });
  await fc.assert(
    fc.asyncProperty(address, async (parameters) => {
      const query = parseQuery(spec, new Map(Object.entries(parameters)));
      const request = [tenant.as.compliance, tenant.businessId, query] as const;
      const { rows } = await list(...request, 200);
      const counted = await count(...request);
      const added = await totals(...request);
      expect(added).toMatchObject({ kind: 'exact', rows: counted.count });
      if (query.after === null && query.before === null) expect(rows).toHaveLength(counted.count);
    }),
    { numRuns: propertyRuns(30) },
  );
});

/** Replaces the key in a cursor. */
const editCursor = (cursor: string, key: string): string => {
  const [, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('~');
  return Buffer.from([key, ...rest].join('~')).toString('base64url');
};

const first = -210_866_803_200_000_000n;
const last = 999_999_999_999_999_999n;

test.each(names)(
  'a cursor of %s whose time was edited leads somewhere, or to the first page',
  async (name) => {
    const { spec, list } = lists[name];
    const request = (address: string) => parseQuery(spec, new Map(new URLSearchParams(address)));
    for (const sort of ['newest', 'oldest']) {
      const page = (address: string) =>
        list(tenant.as.viewer, tenant.businessId, request(`sort=${sort}&${address}`), 5);
      const { after } = await page('');
      for (const key of [first, first + 1n, -1n, 0n, last - 1n, last])
        for (const way of ['after', 'before'])
          expect(await page(`${way}=${editCursor(after ?? '', String(key))}`)).toMatchObject({
            isCursorInvalid: false,
          });
      for (const key of [first - 1n, -last, last + 1n, '9'.repeat(40), '-', 'x'])
        expect(await page(`after=${editCursor(after ?? '', String(key))}`)).toMatchObject({
          isCursorInvalid: true,
        });
    }
  },
);

test('an address without filters finds all rows', async () => {
  for (const name of names) {
    const { list, count } = lists[name];
    const { rows } = await list(tenant.as.viewer, tenant.businessId, wholeList, 200);
    expect(rows.length).toBe((await count(tenant.as.viewer, tenant.businessId, wholeList)).count);
    expect(rows.length).toBe(name === 'refunds' ? 10 : 40);
  }
});
