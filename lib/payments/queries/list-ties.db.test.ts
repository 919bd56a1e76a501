import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { readAll } from '#lib/lists/read-all.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { paymentDefinition } from './list.ts';

/** Rows of one microsecond: fewer than a batch of an export, as many, and several times as many. */
const sameTimes = [1, 4, 13, 1, 1, 30, 2];
let businessId: BusinessId;

beforeAll(async () => {
  ({ businessId } = await createTenant());
  for (const [minute, count] of sameTimes.entries())
    await databasePool().query(
      `INSERT INTO payment (business_id, payment_id, deposit_currency, sort_at, first_observed_at, changed_at)
       SELECT $1, gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'BTC' ELSE 'ETH' END, at, at, at
         FROM generate_series(1, $3::int) AS n, (SELECT $2::timestamptz AS at) AS moment`,
      [businessId, new Date(Date.UTC(2026, 10, 1, 0, minute)), count],
    );
});
afterAll(closeDatabase);

const query = (sort: ListQuery['sort'], by: string | null): ListQuery => ({
  ...wholeList,
  choices: { depositCurrency: ['BTC'] },
  sort,
  by,
});

test.each([
  ['newest', null],
  ['oldest', null],
  ['newest', 'changedAt'],
  ['oldest', 'firstObservedAt'],
] as const)('rows of the same time are each returned once: %s by %s', async (sort, by) => {
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  const { rows: expected } = await databasePool().query<{ id: string }>(
    `SELECT payment_id::text AS id FROM payment WHERE business_id = $1 AND deposit_currency = 'BTC'
      ORDER BY sort_at ${direction}, payment_id ${direction}`,
    [businessId],
  );
  const found: string[] = [];
  for await (const rows of readAll(paymentDefinition, {
    businessId,
    query: query(sort, by),
    batch: 4,
    select: 'p.payment_id::text AS id',
    read: (row) => String(row['id']),
  }))
    found.push(...rows);
  expect(found).toEqual(expected.map(({ id }) => id));
  expect(await countRows(paymentDefinition, businessId, query(sort, by))).toMatchObject({
    count: expected.length,
  });
});
