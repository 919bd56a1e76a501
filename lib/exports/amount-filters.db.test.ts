import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { countDeposits, listDeposits, readDepositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { countPayments, listPayments, readPaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { countRefunds, listRefunds, readRefundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { countWithdrawals, listWithdrawals, readWithdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { exportList } from './export-list.ts';

afterAll(closeDatabase);

type Values = Readonly<Record<string, string>>;
const refundSeen = { refundFirstSeenAt: new Date('2026-11-02T00:00:00Z') };
const deposit = async (businessId: BusinessId, parameters: Values) =>
  insertDeposit(businessId, randomUUID(), { ...parameters, ...refundSeen });

/** Each list with the fields that name a currency: of a coin, of the display amount, of the settlement. */
const lists = {
  payments: {
    spec: paymentList,
    list: listPayments,
    count: countPayments,
    totals: readPaymentTotals,
    insert: (businessId: BusinessId, parameters: Values) => insertPayment(businessId, parameters),
    currencies: ['depositCurrency', 'displayCurrency'],
  },
  deposits: {
    spec: depositList,
    list: listDeposits,
    count: countDeposits,
    totals: readDepositTotals,
    insert: deposit,
    currencies: ['depositCurrency', 'displayCurrency', 'settlementCurrency'],
  },
  refunds: {
    spec: refundList,
    list: listRefunds,
    count: countRefunds,
    totals: readRefundTotals,
    insert: deposit,
    currencies: ['refundDepositCurrency', 'refundDisplayCurrency'],
  },
  withdrawals: {
    spec: withdrawalList,
    list: listWithdrawals,
    count: countWithdrawals,
    totals: readWithdrawalTotals,
    insert: (businessId: BusinessId, parameters: Values) => insertWithdrawal(businessId, parameters),
    currencies: ['withdrawCurrency', 'displayCurrency', 'settlementCurrency'],
  },
} as const;
const names = ['payments', 'deposits', 'refunds', 'withdrawals'] as const;

/** Returns the field that names the currency of an amount, by its name. */
function findCurrency(name: string, fields: readonly string[]): { field: string | null; code: string } {
  if (name.includes('niform')) return { field: null, code: 'EUR' };
  const [coin = null, display = null, settlement = null] = fields;
  // The assumed currency if none is reported (§6.1).
  if (name === 'callbackDisplayDepegLoss') return { field: coin, code: 'BTC' };
  if (/isplay/.test(name)) return { field: display, code: 'JPY' };
  if (/ettlement/.test(name)) return { field: settlement, code: 'USDC' };
  return { field: coin, code: 'BTC' };
}

test.each(names)('filters each amount of %s by its own column and currency', async (name) => {
  const { spec, list, count, totals, insert, currencies } = lists[name];
  const { as, businessId } = await createTenant();
  const amounts = Object.entries<ListSpec['filters'][string]>(spec.filters).flatMap(([field, filter]) =>
    filter.kind === 'amount' ? [{ field, signed: filter.signed === true }] : [],
  );
  const digits = (at: number, signed: boolean) => `${signed ? '-' : ''}${100 + at}.000000000000000001`;
  const insertedIds: string[] = [];
  for (const [at, { field, signed }] of amounts.entries()) {
    const currency = findCurrency(field, currencies);
    const as = (code: string) => (currency.field === null ? {} : { [currency.field]: code });
    insertedIds.push(await insert(businessId, { [field]: digits(at, signed), ...as(currency.code) }));
    // In another currency, or without a reported one.
    const other = currency.field !== null && at % 2 === 0 ? as('XXX') : {};
    await insert(businessId, { [field]: digits(at, signed), ...other });
  }
  for (const [at, { field, signed }] of amounts.entries()) {
    const { code, field: currency } = findCurrency(field, currencies);
    const exactly = digits(at, signed);
    for (const range of [exactly, signed ? `..${exactly}` : `${exactly}..`]) {
      const parameters = new Map([[field, `${code}:${range}`]]);
      const { query, ignored } = parseListQuery(spec, (one) => parameters.get(one) ?? null);
      expect(ignored).toEqual([]);
      const { rows } = await list(as.viewer, businessId, query);
      const ids = rows.map((row) => Object.values(row).find((value) => insertedIds.includes(String(value))));
      const expected = currency === null ? [insertedIds[at], undefined] : [insertedIds[at]];
      expect([field, range, ids.toSorted()]).toEqual([field, range, expected]);
      if (range !== exactly) continue;
      expect((await count(as.viewer, businessId, query)).count).toBe(expected.length);
      const added = await totals(as.viewer, businessId, query);
      expect(added).toMatchObject({ kind: 'exact', rows: expected.length });
      const { body } = await exportList(as.finance, businessId, name, query);
      const lines = (await new Response(body).text()).split('\r\n').slice(1, -1);
      expect(lines).toHaveLength(expected.length);
      expect(lines.every((line) => line.includes(exactly))).toBe(true);
    }
  }
});
