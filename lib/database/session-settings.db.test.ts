import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from './close-database.ts';
import { callbackPool, databasePool } from './pools.ts';

afterAll(() => closeDatabase());

test.each([
  ['pages and jobs', databasePool],
  ['callbacks', callbackPool],
])('ends a transaction of %s that waits a minute for its process', async (_name, pool) => {
  const { rows } = await pool().query('SHOW idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
});
