import { expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition } from '../definition.ts';
import { calculateTotals, readTotals } from './read-totals.ts';

const definition: ListDefinition = {
  name: 'slow',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  conditions: () => [],
};
const mark = 'found_slowly';
/** Returns an amount that takes this many seconds to compute. */
const slowFields = (seconds: number) => [
  {
    field: 'expected',
    amount: `p.expected_display_amount + (SELECT 0 * count(*) FROM pg_sleep(${seconds}) AS ${mark})`,
    currency: 'p.display_currency',
  },
];

const createBusiness = async (): Promise<BusinessId> => {
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

test('returns totals larger than the largest amount', async () => {
  const { businessId } = await createTenant();
  const most = `${'9'.repeat(35)}.000000000000000000000000000001`;
  for (const expectedDisplayAmount of [most, most])
    await insertPayment(businessId, { displayCurrency: 'EUR', expectedDisplayAmount });
  const fields = [
    { field: 'expected', amount: 'p.expected_display_amount', currency: 'p.display_currency' },
  ] as const;
  const total = `1${'9'.repeat(34)}8.000000000000000000000000000002`;
  const sums = [{ field: 'expected', sums: [{ currency: 'EUR', count: 2, known: 2, total }] }];
  expect(await readTotals(definition, fields, businessId, wholeList)).toMatchObject({ fields: sums });
  for await (const progress of calculateTotals({ definition, fields, businessId, query: wholeList }))
    expect(progress).toMatchObject({ done: true, fields: sums });
});

test('refuses to total too many rows at once and calculates them in steps', async () => {
  const { businessId } = await createTenant();
  // Amounts with thirty decimals, which no double can total, and many rows of the same moment.
  await databasePool().query(
    `INSERT INTO payment (business_id, payment_id, display_currency, expected_display_amount, sort_at,
                          first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), CASE n % 3 WHEN 0 THEN 'EUR' WHEN 1 THEN 'USD' END,
            n + 0.000000000000000000000000000001, timestamptz '2026-11-01' + n / 20 * interval '1 hour', now(), now()
       FROM generate_series(1, 101) AS n`,
    [businessId],
  );
  const fields = [
    { field: 'expected', amount: 'p.expected_display_amount', currency: 'p.display_currency' },
  ] as const;
  const read = (bound: number) =>
    readTotals(definition, fields, businessId, wholeList, undefined, { bound, timeBudgetMs: 5_000 });
  expect(await read(100)).toEqual({ kind: 'too many', bound: 100 });
  const steps: TotalsProgress[] = [];
  const input = { definition, fields, businessId, query: wholeList, batchRows: 50 };
  for await (const progress of calculateTotals(input)) steps.push(progress);
  expect(steps.map(({ rows, done }) => [rows, done])).toEqual([
    [50, false],
    [100, false],
    [101, true],
  ]);
  const { rows } = await databasePool().query(
    `SELECT display_currency AS currency, count(*)::int AS count, count(*)::int AS known,
            CASE WHEN display_currency IS NOT NULL THEN trim_scale(sum(expected_display_amount))::text END AS total
       FROM payment WHERE business_id = $1 GROUP BY 1 ORDER BY 1`,
    [businessId],
  );
  expect(steps.at(-1)?.fields[0]).toEqual({ field: 'expected', sums: expect.arrayContaining(rows) });
  expect(steps.at(-1)?.fields[0]?.sums).toHaveLength(3);
  expect(await read(101)).toEqual({ kind: 'exact', rows: 101, fields: steps.at(-1)?.fields });
});

test('stops after the time limit and returns too many', async () => {
  const since = Date.now();
  const limits = { bound: 10, timeBudgetMs: 300 };
  const businessId = await createBusiness();
  expect(await readTotals(definition, slowFields(60), businessId, wholeList, undefined, limits)).toEqual({
    kind: 'too many',
    bound: null,
  });
  expect(Date.now() - since).toBeLessThan(50_000);
  expect(await running()).toBe(0);
});

test('cancels the statement when the request is aborted, and reuses the connection', async () => {
  const controller = new AbortController();
  const totals = readTotals(definition, slowFields(60), await createBusiness(), wholeList, controller.signal);
  await expect.poll(running).toBe(1);
  const since = Date.now();
  controller.abort();
  await expect(totals).rejects.toMatchObject({ code: 'unavailable' });
  expect(Date.now() - since).toBeLessThan(50_000);
  expect(await running()).toBe(0);
  expect((await readTotals(definition, slowFields(0), await createBusiness(), wholeList)).kind).toBe('exact');
});

test('ends requested totals silently when the request is aborted', async () => {
  const controller = new AbortController();
  const businessId = await createBusiness();
  const input = {
    definition,
    fields: slowFields(60),
    businessId,
    query: wholeList,
    signal: controller.signal,
  };
  const first = calculateTotals(input).next();
  await expect.poll(running).toBe(1);
  controller.abort();
  expect(await first).toEqual({ done: true, value: undefined });
  expect(await running()).toBe(0);
});

test('reads nothing when the request was aborted before', async () => {
  const controller = AbortSignal.abort();
  await expect(
    readTotals(definition, slowFields(60), await createBusiness(), wholeList, controller),
  ).rejects.toMatchObject({
    code: 'unavailable',
  });
});
