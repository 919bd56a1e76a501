import { beforeAll, describe, expect, test } from 'vitest';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositDefinition } from '#lib/deposits/index.ts';
import { listCondition, selectSort } from '#lib/lists/definition.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
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
});

describe.each([
  ['payments', paymentDefinition, 'DEPOSITED', 'payment_facets_idx'],
  ['deposits', depositDefinition, 'CONFIRMED', 'deposit_facets_idx'],
] as const)('the status of %s', (_, definition, common, index) => {
  const toQuery = (status: string) => ({ ...wholeList, choices: { status: [status] } });

  test('BLOCKED, which is rare, is found by the facts of the records', async () => {
    const statement = new Statement();
    const where = listCondition(definition, statement, businessId, toQuery('BLOCKED'));
    const client = await acquireClient(databasePool());
    try {
      // For so few rows the planner prefers to read all of them.
      await client.query('BEGIN; SET LOCAL enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT ${definition.id} FROM ${definition.from} WHERE ${where}
          ORDER BY ${definition.at} DESC, ${definition.id} DESC LIMIT 50`,
        statement.values,
      );
      expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain(`on ${index}`);
    } finally {
      releaseClient(client, await rollBack(client));
    }
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

test.each([
  [
    'payments',
    paymentDefinition,
    'expectedDisplayAmount',
    'displayCurrency',
    'payment_expected_display_amount_idx',
  ],
  [
    'payments',
    paymentDefinition,
    'actualDisplayAmount',
    'displayCurrency',
    'payment_actual_display_amount_idx',
  ],
  ['deposits', depositDefinition, 'depositAmount', 'depositCurrency', 'deposit_amount_idx'],
  ['refunds', refundDefinition, 'refundAmount', 'depositCurrency', 'deposit_refund_amount_idx'],
] as const)(
  '%s of one currency are read in the order of an amount',
  async (_, definition, by, currency, index) => {
    const statement = new Statement();
    const query = { ...wholeList, by, choices: { [currency]: ['EUR'] } };
    const where = listCondition(definition, statement, businessId, query);
    const { column } = selectSort(definition, query);
    const client = await acquireClient(databasePool());
    try {
      await client.query(
        'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off',
      );
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT ${definition.id} FROM ${definition.from} WHERE ${where} AND ${column} IS NOT NULL
        ORDER BY ${column} DESC, ${definition.id} DESC LIMIT 50`,
        statement.values,
      );
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).toContain(`Scan Backward using ${index}`);
      expect(plan).not.toContain('Sort');
    } finally {
      releaseClient(client, await rollBack(client));
    }
  },
);
