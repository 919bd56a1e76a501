import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import { findOrderingTime } from '#lib/lists/model/order.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { addCounts, countBound, parseListQuery } from '#lib/lists/model/query.ts';
import { countRows, listCondition, readAll, readPage } from '#lib/lists/read-page.ts';
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
async function bothWays(definition: ListDefinition, asked: ListQuery) {
  const page = (place: Partial<ListQuery>) =>
    readPage(definition, { businessId: tenant.businessId, query: { ...asked, ...place }, size, ...shown });
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

test('returns each row once, in order, both ways and in exports, for any batch size', async () => {
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(
      filters,
      orders,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom(0, 0, 2, 1_000),
      async (asked, sort, walk, few, patience) => {
        const text = new URLSearchParams({ ...asked, ...(sort === '' ? {} : { sort }) }).toString();
        const list = query(text);
        const expected = await wanted(list);
        const indexHints = paymentDefinition.indexHints && {
          ...paymentDefinition.indexHints,
          batchRows: walk,
          fewRows: few,
          scanBudgetMs: patience,
        };
        const definition = { ...paymentDefinition, ...(indexHints && { indexHints }) };
        const { forwards, backwards } = await bothWays(definition, list);
        steps += forwards.filter(({ scannedTo: searched }) => searched !== null).length;
        const rows = forwards.flatMap((page) => page.rows);
        expect(listIds(rows).sort()).toEqual(expected);
        expect(inOrder(rows, list)).toBe(true);
        expect(listIds(backwards.flatMap((page) => page.rows))).toEqual(listIds(rows));
        const exported: string[] = [];
        const all = readAll(definition, { businessId: tenant.businessId, query: list, batch: 3, ...shown });
        for await (const batch of all) exported.push(...listIds(batch));
        expect(exported).toEqual(listIds(rows));
        const count = await countRows(definition, tenant.businessId, list);
        if (count.more) expect(count.count).toBeLessThanOrEqual(expected.length);
        else expect(count.count).toBe(expected.length);
      },
    ),
    { numRuns: propertyRuns(50), seed: 8 },
  );
  expect(steps).toBeGreaterThan(10);
}, 120_000);

test('scans three batches for a first page and its count, and continues on later pages', async () => {
  const indexHints = paymentDefinition.indexHints && {
    ...paymentDefinition.indexHints,
    // Three rows share each time, and a batch has every row of its last one.
    batchRows: 9,
    fewRows: 0,
    maximumCost: 0,
  };
  const definition = { ...paymentDefinition, ...(indexHints && { indexHints }) };
  const asked = query('depositCurrency=BTC&locale=de,de-AT,en');
  const latest = await databasePool().query<{ id: string }>(
    `SELECT payment_id::text AS id FROM payment WHERE business_id = $1 ORDER BY sort_at DESC, payment_id DESC LIMIT 27`,
    [tenant.businessId],
  );
  const seen = new Set(latest.rows.map(({ id }) => id));
  const all = await wanted(asked);
  const near = all.filter((id) => seen.has(id));
  const page = (after: string | null) =>
    readPage(definition, { businessId: tenant.businessId, query: { ...asked, after }, size: 100, ...shown });
  const first = await page(null);
  expect([listIds(first.rows).sort(), first.scannedTo === null]).toEqual([near, false]);
  expect(await countRows(definition, tenant.businessId, asked)).toMatchObject({
    count: near.length,
    more: true,
  });
  const rest = await page(first.after);
  expect([...listIds(first.rows), ...listIds(rest.rows)].sort()).toEqual(all);
  expect(near.length).toBeGreaterThan(0);
  expect(near.length).toBeLessThan(all.length);
});

test('reports an incomplete count as incomplete, and a complete one as exact', async () => {
  const indexHints = paymentDefinition.indexHints && {
    ...paymentDefinition.indexHints,
    batchRows: 8,
    scanBudgetMs: 0,
  };
  const definition = { ...paymentDefinition, ...(indexHints && { indexHints }) };
  const asked = query('depositCurrency=BTC&derived=no-deposit&actualDepositAmount=BTC:..1');
  expect(await countRows(paymentDefinition, tenant.businessId, asked)).toEqual({
    count: (await wanted(asked)).length,
    more: false,
  });
  expect(await countRows(definition, tenant.businessId, asked)).toMatchObject({ more: true });
});

/** Continues counting from where each part stopped, until it is complete. */
async function countParts(definition: ListDefinition, asked: ListQuery) {
  const part = (after: string | null) => countRows(definition, tenant.businessId, { ...asked, after });
  const parts: ListCount[] = [await part(null)];
  for (let after = parts[0]?.after; after !== undefined; after = parts.at(-1)?.after)
    parts.push(await part(after));
  return { parts, sum: parts.slice(1).reduce(addCounts, parts[0] ?? { count: 0, more: false }) };
}

/** Scans in small batches, even where the planner estimates another way to be cheaper. */
const scannedIn = (walk: number): ListDefinition => ({
  ...paymentDefinition,
  ...(paymentDefinition.indexHints && {
    indexHints: {
      ...paymentDefinition.indexHints,
      batchRows: walk,
      fewRows: 0,
      scanBudgetMs: 0,
      maximumCost: 0,
    },
  }),
});

test('adds the parts of a count to the same total for any filter and sort', async () => {
  let goneOn = 0;
  await fc.assert(
    fc.asyncProperty(filters, orders, fc.integer({ min: 1, max: 6 }), async (asked, sort, walk) => {
      const text = new URLSearchParams({ ...asked, ...(sort === '' ? {} : { sort }) }).toString();
      const list = query(text);
      const { parts, sum } = await countParts(scannedIn(walk), list);
      goneOn += parts.length - 1;
      expect(sum).toEqual({ count: (await wanted(list)).length, more: false });
      expect(parts.some(({ isCursorInvalid }) => isCursorInvalid)).toBe(false);
    }),
    { numRuns: propertyRuns(30), seed: 12 },
  );
  expect(goneOn).toBeGreaterThan(100);
}, 120_000);

test('ends a continued count at the bound', async () => {
  const { parts } = await countParts(scannedIn(8), query('depositCurrency=BTC'));
  expect(parts.length).toBeGreaterThan(2);
  let sum: ListCount = { count: 0, more: true };
  // Repeated until the sum exceeds the bound of counts.
  for (let times = 0; times < 400; times += 1) {
    for (const { count } of parts) {
      sum = addCounts(sum, { count, more: true });
      expect(sum.count).toBeLessThanOrEqual(countBound);
    }
  }
  expect(sum).toEqual({ count: countBound, more: true });
});

test('restarts the count and reports it for a foreign or edited cursor', async () => {
  const definition = scannedIn(3);
  const asked = query('depositCurrency=BTC');
  const first = await countRows(definition, tenant.businessId, asked);
  expect(first).toMatchObject({ more: true, after: expect.any(String) });
  const { after = '' } = await countRows(definition, tenant.businessId, query('depositCurrency=ETH'));
  const page = await readPage(definition, { businessId: tenant.businessId, query: asked, size: 2, ...shown });
  expect([after, page.after ?? ''].map((place) => place.length > 0)).toEqual([true, true]);
  for (const place of [after, page.after ?? '', `${first.after?.slice(0, -4)}AAAA`])
    expect(await countRows(definition, tenant.businessId, { ...asked, after: place })).toEqual({
      ...first,
      isCursorInvalid: true,
    });
});
