import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition } from '../read-page.ts';
import { calculateTotals, readTotals } from './read-totals.ts';

afterAll(closeDatabase);

const keyset: ListDefinition = {
  name: 'slow',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  conditions: () => [],
};
const mark = 'found_slowly';
/** An amount that takes so many seconds to find. */
const slowly = (seconds: number) => [
  {
    field: 'expected',
    amount: `p.expected_display_amount + (SELECT 0 * count(*) FROM pg_sleep(${seconds}) AS ${mark})`,
    currency: 'p.display_currency',
  },
];

const own = async (): Promise<BusinessId> => {
  const { businessId } = await createTenant();
  await insertPayment(businessId, { displayCurrency: 'EUR', expectedDisplayAmount: '12.5' });
  return businessId;
};

const running = async (): Promise<number> => {
  const { rows } = await databasePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE state = 'active' AND query LIKE '%' || $1 || '%' AND pid <> pg_backend_pid()`,
    [mark],
  );
  return rows[0]?.count ?? -1;
};

test('a sum may be larger than any one amount may be', async () => {
  const { businessId } = await createTenant();
  const most = `${'9'.repeat(35)}.000000000000000000000000000001`;
  for (const expectedDisplayAmount of [most, most])
    await insertPayment(businessId, { displayCurrency: 'EUR', expectedDisplayAmount });
  const fields = [
    { field: 'expected', amount: 'p.expected_display_amount', currency: 'p.display_currency' },
  ] as const;
  const total = `1${'9'.repeat(34)}8.000000000000000000000000000002`;
  const sums = [{ field: 'expected', sums: [{ currency: 'EUR', count: 2, known: 2, total }] }];
  expect(await readTotals(keyset, fields, businessId, wholeList)).toMatchObject({ fields: sums });
  for await (const told of calculateTotals({ keyset, fields, businessId, query: wholeList }))
    expect(told).toMatchObject({ done: true, fields: sums });
});

test('what takes too long unasked is given up and says so', async () => {
  const since = Date.now();
  expect(await readTotals(keyset, slowly(60), await own(), wholeList)).toEqual({
    kind: 'too many',
    bound: null,
  });
  expect(Date.now() - since).toBeLessThan(15_000);
  expect(await running()).toBe(0);
});

test('totals end in the database once nobody waits for them, and the connection serves others', async () => {
  const gone = new AbortController();
  const totals = readTotals(keyset, slowly(4), await own(), wholeList, gone.signal);
  await expect.poll(running).toBe(1);
  const since = Date.now();
  gone.abort();
  await expect(totals).rejects.toMatchObject({ code: 'unavailable' });
  expect(Date.now() - since).toBeLessThan(2_000);
  expect(await running()).toBe(0);
  expect((await readTotals(keyset, slowly(0), await own(), wholeList)).kind).toBe('exact');
});

test('adding up on request ends in the same way, without a word', async () => {
  const gone = new AbortController();
  const businessId = await own();
  const asked = { keyset, fields: slowly(4), businessId, query: wholeList, gone: gone.signal };
  const first = calculateTotals(asked).next();
  await expect.poll(running).toBe(1);
  gone.abort();
  expect(await first).toEqual({ done: true, value: undefined });
  expect(await running()).toBe(0);
});

test('what was left before it began is not read at all', async () => {
  const gone = AbortSignal.abort();
  await expect(readTotals(keyset, slowly(60), await own(), wholeList, gone)).rejects.toMatchObject({
    code: 'unavailable',
  });
});
