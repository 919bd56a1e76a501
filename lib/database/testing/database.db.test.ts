import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
beforeAll(() => client.connect());
afterAll(() => client.end());

test('gives each test file its own migrated database in UTC', async () => {
  const { rows } = await client.query(
    `SELECT current_database() AS name, current_setting('TimeZone') AS zone, to_regclass('payment') IS NOT NULL AS migrated`,
  );
  expect(rows).toEqual([{ name: expect.stringMatching(/^test_\d+$/), zone: 'UTC', migrated: true }]);
});
