import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from './pools.ts';
import { inPlainTransaction } from './statements.ts';
import { inTransaction } from './transaction.ts';

afterAll(closeDatabase);

test.each([
  ['plain statements', inPlainTransaction],
  ['Prisma', inTransaction],
])(
  'fails within about a second when all connections are in use, and leaks none: %s',
  async (_name, inOne) => {
    const pool = databasePool();
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const startedAt = performance.now();
    await expect(inOne(async () => 'done')).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    for (const client of taken) client.release();
    await expect(inOne(async () => 'done')).resolves.toBe('done');
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
  },
);

test('plans stored statements again while a table grows without statistics', async () => {
  const pool = new pg.Pool({ ...databasePool().options, max: 1 });
  const runAll = (...statements: readonly string[]) =>
    inPlainTransaction(
      async ({ run }) => {
        let rows: readonly unknown[] = [];
        for (const statement of statements) rows = await run(statement, []);
        return rows;
      },
      { pool },
    );
  const explain = 'EXPLAIN EXECUTE find_young';
  await runAll('CREATE TEMP TABLE young (id int)', 'PREPARE find_young AS SELECT FROM young WHERE id = 1');
  const empty = await runAll(explain);
  await runAll('INSERT INTO young SELECT generate_series(1, 50000)');
  await pause(2_100);
  expect(await runAll(explain)).not.toEqual(empty);
  await pool.end();
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
