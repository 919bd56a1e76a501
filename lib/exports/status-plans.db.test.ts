import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositDefinition } from '#lib/deposits/index.ts';
import { listCondition } from '#lib/lists/definition.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';

let businessId: BusinessId;

beforeAll(async () => {
  businessId = await createBusiness();
  const at = `now() - n * interval '1 minute'`;
  await databasePool().query(
    `INSERT INTO payment (business_id, payment_id, status, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'EXPIRED' WHEN n = 7000 THEN 'BLOCKED' ELSE 'DEPOSITED' END, at, at, at
       FROM generate_series(1, 8000) n, LATERAL (SELECT ${at} AS at) AS times`,
    [businessId],
  );
  await databasePool().query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, status, sort_at, first_observed_at, changed_at)
     SELECT $1, payment_id, payment_id, CASE status WHEN 'DEPOSITED' THEN 'CONFIRMED' ELSE status END, sort_at, sort_at, sort_at
       FROM payment WHERE business_id = $1`,
    [businessId],
  );
  await databasePool().query('ANALYZE payment, deposit');
}, 60_000);
afterAll(closeDatabase);

describe.each([
  // Most unpaid payments are EXPIRED, so their index has them in list order as well.
  ['payments', paymentDefinition, 'DEPOSITED', /payment_(?:by_status|unpaid_by_time)_keyed_idx/],
  ['deposits', depositDefinition, 'CONFIRMED', /deposit_by_status_keyed_idx/],
] as const)('the status of %s', (_, definition, common, index) => {
  const toQuery = (status: string) => ({ ...wholeList, choices: { status: [status] } });

  test.each(['EXPIRED', 'BLOCKED'])('%s is read in list order by its index', async (status) => {
    const statement = new Statement();
    const where = listCondition(definition, statement, businessId, toQuery(status));
    const { rows } = await databasePool().query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT ${definition.id} FROM ${definition.from} WHERE ${where}
        ORDER BY ${definition.at} DESC, ${definition.id} DESC LIMIT 50`,
      statement.values,
    );
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toMatch(index);
    // Rows of the same time are sorted, never the list.
    expect(plan).toContain('Presorted Key: sort_at');
  });

  test.each(['EXPIRED', 'BLOCKED', common])('%s has the newest rows on its page', async (status) => {
    const { rows } = await readPage(definition, {
      businessId,
      query: toQuery(status),
      select: `${definition.id}::text AS id`,
      read: (row) => String(row['id']),
    });
    const expected = await databasePool().query<{ id: string }>(
      `SELECT ${definition.id}::text AS id FROM ${definition.from} WHERE ${definition.business} = $1 AND status = $2
        ORDER BY ${definition.at} DESC, ${definition.id} DESC LIMIT 50`,
      [businessId, status],
    );
    expect(rows).toEqual(expected.rows.map(({ id }) => id));
  });
});
