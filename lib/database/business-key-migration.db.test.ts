import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigrations, readMigrations } from './migrate.ts';

const firstMigration = '20261226000010_business_key';
const name = `business_key_${randomUUID().replaceAll('-', '')}`;
const large = randomUUID();
const small = randomUUID();
/** Callbacks of a business that was removed from the settings. */
const unregistered = randomUUID();
const rowsOfLarge = 40;
/** More than the batches of the migration have. */
const rowsOfSmall = 1_100;

let client: pg.Client;
let before: readonly Record<string, unknown>[];

const select = async (text: string, ...values: unknown[]) => (await client.query(text, values)).rows;
const withServer = async (text: string) => {
  const server = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await server.connect();
  await server.query(text);
  await server.end();
};
const placesOfLarge = () =>
  select('SELECT payment_id, ctid::text FROM payment WHERE business_id = $1 ORDER BY 1', large);

beforeAll(async () => {
  await withServer(`CREATE DATABASE ${name}`);
  const address = new URL(process.env['DATABASE_URL'] ?? '');
  address.pathname = `/${name}`;
  client = new pg.Client({ connectionString: address.href });
  await client.connect();
  const names = (await readMigrations()).map((one) => one.name);
  await applyMigrations(client, undefined, new Set(names.filter((one) => one < firstMigration)));
  for (const [business, rows] of [
    [unregistered, 3],
    [small, rowsOfSmall],
    [large, rowsOfLarge],
  ] as const) {
    if (business !== unregistered)
      await client.query(`INSERT INTO business (id, name) VALUES ($1, 'One of two')`, [business]);
    await client.query(
      `WITH p AS (INSERT INTO payment (business_id, payment_id, sort_at, first_observed_at, changed_at)
         SELECT $1, gen_random_uuid(), now(), now(), now() FROM generate_series(1, $2::int) RETURNING *)
       INSERT INTO deposit (business_id, deposit_id, payment_id, sort_at, first_observed_at, changed_at)
         SELECT business_id, gen_random_uuid(), payment_id, sort_at, sort_at, sort_at FROM p`,
      [business, rows],
    );
  }
  // The statistics know the large business alone, as if the other one had grown since.
  await client.query(`ALTER TABLE payment DISABLE TRIGGER USER`);
  await client.query(`CREATE TABLE later AS SELECT * FROM payment WHERE business_id = '${small}'`);
  await client.query(`DELETE FROM payment WHERE business_id = '${small}'`);
  await client.query('ANALYZE payment');
  await client.query('INSERT INTO payment SELECT * FROM later');
  await client.query(`ALTER TABLE payment ENABLE TRIGGER USER`);
  before = await placesOfLarge();
  await applyMigrations(client);
}, 120_000);
afterAll(async () => {
  await client.end();
  await withServer(`DROP DATABASE ${name} WITH (FORCE)`);
});

test.each(['payment', 'deposit'])('gives each %s the key of its business', async (table) => {
  expect(
    await select(`SELECT business_id AS id, count(*)::int AS count FROM ${table}
      WHERE business_key = business_key(business_id) GROUP BY 1 ORDER BY 2`),
  ).toEqual([
    { id: unregistered, count: 3 },
    { id: large, count: rowsOfLarge },
    { id: small, count: rowsOfSmall },
  ]);
});

test('leaves the rows of the largest business where they are', async () => {
  expect(before).toHaveLength(rowsOfLarge);
  expect(await placesOfLarge()).toEqual(before);
});

test('removes the procedure of the migration', async () => {
  expect(await select(`SELECT proname FROM pg_proc WHERE proname = 'correct_business_keys'`)).toEqual([]);
});
