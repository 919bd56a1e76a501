import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { templateName, withDatabase } from '#lib/database/testing/database-address.ts';
import { countHouse, listRisenCounts, recordedSchema } from './count-house.ts';

const name = `house_${randomUUID().replaceAll('-', '')}`;
let client: pg.Client;

// A database of its own, because other tests leave tables in the shared one.
beforeAll(async () => {
  await databasePool().query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  client = new pg.Client({ connectionString: withDatabase(process.env['DATABASE_URL'] ?? '', name) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await databasePool().query(`DROP DATABASE ${name} WITH (FORCE)`);
});

test('has no more tables, indexes, triggers and functions than recorded', async () => {
  expect(listRisenCounts(await countHouse(client))).toEqual([]);
});

test('names each count above the recorded one', () => {
  expect(listRisenCounts({ ...recordedSchema })).toEqual([]);
  const { tables, triggers } = recordedSchema;
  expect(listRisenCounts({ ...recordedSchema, tables: tables + 1, triggers: triggers + 2 })).toEqual([
    `tables: ${tables + 1}, at most ${tables}`,
    `triggers: ${triggers + 2}, at most ${triggers}`,
  ]);
});

test('counts tables, indexes, triggers and functions as they change', async () => {
  const before = await countHouse(client);
  await client.query(`
    CREATE TABLE counted (id integer PRIMARY KEY, size integer);
    CREATE INDEX counted_size ON counted (size);
    CREATE FUNCTION counted_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RETURN NULL;
    END
    $$;
    CREATE TRIGGER counted_stays BEFORE DELETE ON counted FOR EACH ROW EXECUTE FUNCTION counted_stays();`);
  const { tables, indexes, triggers, functions, functionLines } = before;
  expect(await countHouse(client)).toEqual({
    ...before,
    tables: tables + 1,
    indexes: indexes + 2,
    triggers: triggers + 1,
    functions: functions + 1,
    functionLines: functionLines + 3,
  });
});

test('counts migrations, sources, tests and variables', async () => {
  const house = await countHouse(client);
  expect(house.migrations).toBeGreaterThan(0);
  expect(house.sourceFiles).toBeGreaterThan(1_000);
  expect(house.sourceLines).toBeGreaterThan(house.sourceFiles * 10);
  expect(house.testFiles).toBeGreaterThan(500);
  expect(house.variables).toBeGreaterThan(20);
  expect(house.variables).toBeLessThanOrEqual(40);
});
