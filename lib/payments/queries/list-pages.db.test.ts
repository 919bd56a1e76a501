import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import { listCondition } from '#lib/lists/definition.ts';
import { findOrderingTime } from '#lib/lists/model/order.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { readAll } from '#lib/lists/read-all.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { paymentList } from '../schema/list.ts';
import { paymentDefinition } from './list.ts';

const size = 5;
let tenant: Tenant;

const minute = (n: number) => new Date(Date.parse('2026-11-10T10:00:00Z') + n * 60_000);
const day = (n: number) => new Date(Date.parse('2026-10-01T00:00:00Z') + n * 86_400_000);
const pick = <Value>(values: readonly Value[], n: number): Value | undefined => values[n % values.length];

beforeAll(async () => {
  tenant = await createTenant();
  for (let n = 0; n < 120; n += 1) {
    const paymentId = await insertPayment(tenant.businessId, {
      clientPaymentId: pick([`INV/${n}`, `INV/${n}`, `order ${n}`, null], n) ?? null,
      walletAddressKey: pick([`0xab${n}`, null, `0xc${n}`, `rPEPPER${n}`], n) ?? null,
      destinationTag: n % 6 === 0 ? String(n) : null,
      status: pick(['NEW', 'NEW', 'EXPIRED', 'DEPOSITED'], n) ?? null,
      displayCurrency: pick(['EUR', 'EUR', 'USD'], n) ?? null,
      depositCurrency: pick(['BTC', 'USDT', null, 'ETH', 'BTC'], n) ?? null,
      expectedDisplayAmount: pick(['10', '20.5', null, '10.000000000000000001', '700'], n) ?? null,
      expectedDepositAmount: pick(['0.5', null, '0.55', '0.6', '7', '0.5'], n) ?? null,
      actualDepositAmount: pick(['0', '0', '0.55', null, '3'], n) ?? null,
      actualUniformAmount: pick(['0', null, '12', '900'], n) ?? null,
      coverage: pick(['under', 'exact', 'over', null, 'exact', 'exact', 'exact'], n) ?? null,
      late: pick([true, false, null, false, false], n) ?? null,
      currencyMismatch: n % 11 === 0,
      locale: pick(['de', 'de-AT', 'en_GB', null], n) ?? null,
      paymentInitiatedAt: n % 9 === 0 ? null : minute(Math.floor(n / 3)),
      sortAt: minute(Math.floor(n / 3)),
      firstObservedAt: day(n % 40),
      expirationTime: n % 4 === 0 ? null : day(n % 13),
      paymentRequestedAt: n % 5 === 0 ? null : day(n % 17),
      lastReadAt: n % 3 === 0 ? day(n % 7) : null,
      changedAt: day(Math.floor(n / 5)),
    });
    if (n % 3 !== 0) continue;
    await insertDeposit(tenant.businessId, paymentId, { transactionId: `0xabcdef${n}` });
    await insertDeposit(tenant.businessId, paymentId, { fromAddressKey: `0xab${n}` });
  }
});
afterAll(closeDatabase);

const query = (text: string, more: Partial<ListQuery> = {}): ListQuery => {
  const parameters = new URLSearchParams(text);
  return { ...parseListQuery(paymentList, (name) => parameters.get(name)).query, ...more };
};

/** Returns the expected rows, by plain SQL. */
async function wanted(asked: ListQuery): Promise<string[]> {
  const statement = new Statement();
  const where = listCondition(paymentDefinition, statement, tenant.businessId, asked);
  const text = `SELECT p.payment_id::text AS id FROM payment p WHERE ${where}`;
  const { rows } = await databasePool().query<{ id: string }>(text, statement.values);
  return rows.map(({ id }) => id).sort();
}

const shown = {
  select: `p.payment_id::text AS id, p.sort_at, p.changed_at, p.expiration_time, p.first_observed_at,
    p.payment_requested_at, p.last_read_at, p.expected_display_amount, p.actual_display_amount`,
  read: (row: Record<string, unknown>) => row,
};
const listIds = (rows: readonly Record<string, unknown>[]) => rows.map((row) => String(row['id']));

/** Follows the cursors forwards to the end, and then backwards from there. */
async function bothWays(asked: ListQuery) {
  const page = (place: Partial<ListQuery>) =>
    readPage(paymentDefinition, {
      businessId: tenant.businessId,
      query: { ...asked, ...place },
      size,
      ...shown,
    });
  const forwards = [await page({})];
  for (let after = forwards[0]?.after ?? null; after !== null; after = forwards.at(-1)?.after ?? null)
    forwards.push(await page({ after }));
  const backwards = [forwards.at(-1)];
  for (let before = backwards[0]?.before ?? null; before !== null; before = backwards[0]?.before ?? null)
    backwards.unshift(await page({ before }));
  return { forwards, backwards: backwards.flatMap((one) => (one ? [one] : [])) };
}

const chooseFrom = (...values: string[]) => fc.constantFrom(...values);
const filters = fc.record(
  {
    q: chooseFrom('INV/', 'INV/1', 'order', '0x', '0XAB', '0xabc', '1', 'rPEPPER', '?dt=7', 'nowhere'),
    status: chooseFrom('NEW', 'EXPIRED', 'DEPOSITED', 'NEW,DEPOSITED', 'NO-SUCH'),
    derived: chooseFrom('under', 'late', 'mismatch', 'under,over,late', 'no-deposit'),
    displayCurrency: chooseFrom('EUR', 'USD'),
    depositCurrency: chooseFrom('BTC', 'ETH,USDT'),
    locale: chooseFrom('de', 'en'),
    expectedDisplayAmount: chooseFrom('EUR:10..20.5', 'USD:10..', 'EUR:9999..'),
    expectedDepositAmount: chooseFrom('BTC:0.5..0.6', 'BTC:7', 'ETH:..1'),
    actualDepositAmount: chooseFrom('BTC:0.1..', 'BTC:..1', 'BTC:0..5'),
    actualUniformAmount: chooseFrom('EUR:1..20', 'EUR:..20'),
    paymentInitiatedAt: chooseFrom('2026-11-10', '2027-01-01..'),
    expirationTime: chooseFrom('2026-10-02..2026-10-05', '..2026-10-04'),
    firstObservedAt: chooseFrom('2026-10-20..', '2026-10-03'),
    lastReadAt: chooseFrom('2026-10-01..2026-10-03'),
    changedAt: chooseFrom('2026-10-05..2026-10-09'),
  },
  { requiredKeys: [] },
);
const orders = chooseFrom(
  '',
  'oldest',
  'changedAt.desc',
  'expectedDisplayAmount.asc',
  'actualDisplayAmount.desc',
);

const columnByField: Readonly<Record<string, string>> = {
  expirationTime: 'expiration_time',
  firstObservedAt: 'first_observed_at',
  lastReadAt: 'last_read_at',
  changedAt: 'changed_at',
  expectedDisplayAmount: 'expected_display_amount',
  actualDisplayAmount: 'actual_display_amount',
};

/** Returns true where the rows are in the requested order, with rows without a value at the end. */
function inOrder(rows: readonly Record<string, unknown>[], asked: ListQuery): boolean {
  const name = asked.by ?? findOrderingTime(paymentList, asked);
  const column = name === null ? 'sort_at' : (columnByField[name] ?? '');
  const keys = rows.map((row) => {
    const value = row[column];
    return value === null || value === undefined
      ? null
      : Number(value instanceof Date ? value : String(value));
  });
  return keys.every((key, index) => {
    const before = index === 0 ? key : (keys[index - 1] ?? null);
    if (key === null) return true;
    return before !== null && (asked.sort === 'newest' ? before >= key : before <= key);
  });
}

test('returns each row once, in order, both ways and in exports', async () => {
  await fc.assert(
    fc.asyncProperty(filters, orders, async (asked, sort) => {
      const text = new URLSearchParams({ ...asked, ...(sort === '' ? {} : { sort }) }).toString();
      const list = query(text);
      const expected = await wanted(list);
      const { forwards, backwards } = await bothWays(list);
      const rows = forwards.flatMap((page) => page.rows);
      expect(listIds(rows).sort()).toEqual(expected);
      expect(inOrder(rows, list)).toBe(true);
      expect(listIds(backwards.flatMap((page) => page.rows))).toEqual(listIds(rows));
      const exported: string[] = [];
      const all = readAll(paymentDefinition, {
        businessId: tenant.businessId,
        query: list,
        batch: 3,
        ...shown,
      });
      for await (const batch of all) exported.push(...listIds(batch));
      expect(exported).toEqual(listIds(rows));
      expect(await countRows(paymentDefinition, tenant.businessId, list)).toEqual({
        count: expected.length,
        more: false,
      });
    }),
    { numRuns: propertyRuns(40), seed: 8 },
  );
});
