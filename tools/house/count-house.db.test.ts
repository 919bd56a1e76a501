import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { countHouse } from './count-house.ts';

afterAll(closeDatabase);

test('counts tables, indexes, triggers and functions as they change', async () => {
  const before = await countHouse(databasePool());
  await databasePool().query(`
    CREATE TABLE counted (id integer PRIMARY KEY, size integer);
    CREATE INDEX counted_size ON counted (size);
    CREATE FUNCTION counted_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RETURN NULL;
    END
    $$;
    CREATE TRIGGER counted_stays BEFORE DELETE ON counted FOR EACH ROW EXECUTE FUNCTION counted_stays();`);
  const { tables, indexes, triggers, functions, functionLines } = before;
  expect(await countHouse(databasePool())).toEqual({
    ...before,
    tables: tables + 1,
    indexes: indexes + 2,
    triggers: triggers + 1,
    functions: functions + 1,
    functionLines: functionLines + 3,
  });
});

test('counts migrations, sources, tests and variables', async () => {
  const house = await countHouse(databasePool());
  expect(house.migrations).toBeGreaterThan(0);
  expect(house.sourceFiles).toBeGreaterThan(1_000);
  expect(house.sourceLines).toBeGreaterThan(house.sourceFiles * 10);
  expect(house.testFiles).toBeGreaterThan(500);
  expect(house.variables).toBeGreaterThan(20);
});
