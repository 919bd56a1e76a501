import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from './db.ts';
import { inStatements } from './statements.ts';

afterAll(closeDatabase);

test('who finds every connection taken hears so within about a second, and takes none for good', async () => {
  const pool = databasePool();
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const begun = performance.now();
  await expect(inStatements(async () => 'done')).rejects.toThrow('timeout exceeded when trying to connect');
  expect(performance.now() - begun).toBeLessThan(2_000);
  for (const client of taken) client.release();
  await expect(inStatements(async () => 'done')).resolves.toBe('done');
  await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
});

test('a page waits for its connection for longer', async () => {
  const pool = databasePool();
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const asked = pool.query('SELECT 1');
  setTimeout(() => {
    for (const client of taken) client.release();
  }, 1_500);
  await expect(asked).resolves.toMatchObject({ rowCount: 1 });
});
