import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listCondition } from '#lib/lists/definition.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { prepareQuery } from '#lib/lists/prepare-query.ts';
import { paymentList } from '../schema/list.ts';
import { unpaidConditions } from './expiry-sql.ts';
import { paymentDefinition } from './list.ts';

let tenant: Tenant;

// Checkouts that are used again stay NEW for years, so most payments with an open status never expire.
beforeAll(async () => {
  tenant = await createTenant();
  await databasePool().query(
    `INSERT INTO payment (business_id, payment_id, type, status, payment_initiated_at, expiration_minutes, sort_at,
        first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'REUSABLE' ELSE 'ONE_TIME' END,
            CASE WHEN n % 10 = 0 THEN 'NEW' WHEN n < 100 THEN 'AWAITING' ELSE 'CONFIRMED' END, at, 60, at, at, at
       FROM generate_series(1, 10000) n, LATERAL (SELECT now() - n * interval '1 minute' AS at) AS times`,
    [tenant.businessId],
  );
  await databasePool().query('ANALYZE payment');
});
afterAll(closeDatabase);

test('reads only payments that can expire for the filter of those that expire soon', async () => {
  const { businessId } = tenant;
  const { query } = parseListQuery(paymentList, (name) => (name === 'expires' ? 'soon' : null));
  const prepared = await prepareQuery(paymentDefinition, businessId, query);
  const statement = new Statement();
  const where = listCondition(paymentDefinition, statement, businessId, prepared);
  expect(where).toContain(unpaidConditions.open);
  const { rows } = await databasePool().query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT FROM ${paymentDefinition.from} WHERE ${where} LIMIT 10001`,
    statement.values,
  );
  expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/ (?:on|using) payment_open_idx/);
});
