import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from './pools.ts';
import { inStatements } from './statements.ts';
import { inTransaction } from './transaction.ts';

afterAll(closeDatabase);

test.each([
  ['plain statements', inStatements],
  ['Prisma', inTransaction],
])(
  'who finds every connection taken hears so within about a second, and takes none for good: %s',
  async (_name, inOne) => {
    const pool = databasePool();
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const begun = performance.now();
    await expect(inOne(async () => 'done')).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(2_000);
    for (const client of taken) client.release();
    await expect(inOne(async () => 'done')).resolves.toBe('done');
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
  },
);

test('a page waits for its connection for longer', async () => {
  const pool = databasePool();
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const asked = pool.query('SELECT 1');
  setTimeout(() => {
    for (const client of taken) client.release();
  }, 1_500);
  await expect(asked).resolves.toMatchObject({ rowCount: 1 });
});
