import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from './pools.ts';
import { inPlainTransaction } from './statements.ts';
import { inTransaction } from './transaction.ts';

afterAll(closeDatabase);

test.each([
  ['plain statements', inPlainTransaction],
  ['Prisma', inTransaction],
])('fails soon when all connections are in use, and leaks none: %s', async (_name, inOne) => {
  const pool = databasePool();
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const startedAt = performance.now();
  await expect(inOne(async () => 'done')).rejects.toThrow();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  for (const client of taken) client.release();
  await expect(inOne(async () => 'done')).resolves.toBe('done');
  await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
});

test('waits longer for the connection of a page', async () => {
  const pool = databasePool();
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waitingQuery = pool.query('SELECT 1');
  setTimeout(() => {
    for (const client of taken) client.release();
  }, 1_500);
  await expect(waitingQuery).resolves.toMatchObject({ rowCount: 1 });
});
