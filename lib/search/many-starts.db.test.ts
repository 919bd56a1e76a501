import { afterAll, beforeAll, expect, test } from 'vitest';
import { estimateRows } from '#lib/database/plan-estimate.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { findMatches } from '#lib/lists/search/search-condition.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/** As many as a list looks up. */
const maximum = 2_000;
let large: BusinessId;
let small: BusinessId;

const fill = (businessId: BusinessId, count: number) =>
  databasePool().query(
    `INSERT INTO payment (business_id, payment_id, wallet_address, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), '0x' || md5(n::text) || '01234567', at, at, at
       FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - n * interval '1 minute' AS at) AS times`,
    [businessId, count],
  );

beforeAll(async () => {
  [large, small] = [await createBusiness(), await createBusiness()];
  await fill(large, 45_000);
  await fill(small, 150);
  await databasePool().query('ANALYZE payment');
}, 60_000);
afterAll(closeDatabase);

const find = async (businessId: BusinessId, q: string) => {
  const { ids, wide } = await findMatches(paymentDefinition.search ?? [], q, businessId, maximum);
  return { ids: ids.length, wide: wide.length };
};

test('a beginning of very many addresses is wide without a count of them', async () => {
  expect(await find(large, '0x')).toEqual({ ids: 0, wide: 1 });
  // About a sixteenth: too many for a lookup, too few for a guess.
  expect(await find(large, '0xa')).toEqual({ ids: 0, wide: 1 });
  const { ids, wide } = await find(large, '0xabc');
  expect(ids).toBeGreaterThan(0);
  expect(wide).toBe(0);
});

test('few addresses are found, whatever other businesses have', async () => {
  expect(await find(small, '0x')).toEqual({ ids: 150, wide: 0 });
});

test('estimates each query, up to its limit', async () => {
  const query = (rows: number) => `SELECT 1 FROM generate_series(1, ${rows}) LIMIT 20000`;
  expect(await estimateRows([query(7), query(30_000)], [])).toEqual([7, 20_000]);
  expect(await estimateRows([query(30_000)], [])).toEqual([20_000]);
  expect(await estimateRows([], [])).toEqual([]);
});
