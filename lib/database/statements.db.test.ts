import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { withReadTransaction } from './cancellable-read.ts';
import { callbackPool, connectionWaitMs, databasePool } from './pools.ts';
import { inPlainTransaction } from './statements.ts';
import { inTransaction } from './transaction.ts';

describe('connections', () => {
  test('reads and transactions fail soon when all connections are in use, and leak none', async () => {
    const pool = databasePool();
    // Prisma's own limit is shorter: a connection that opens on a busy machine would come too late.
    const works = [
      { leastMs: connectionWaitMs - 100, work: () => pool.query('SELECT 1') },
      { leastMs: connectionWaitMs - 100, work: () => inTransaction(async () => 'done') },
      { leastMs: 0, work: () => inPlainTransaction(async () => 'done') },
    ];
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      const startedAt = performance.now();
      await Promise.all(
        works.map(async ({ leastMs, work }) => {
          await expect(work()).rejects.toThrow();
          expect(performance.now() - startedAt).toBeGreaterThan(leastMs);
        }),
      );
      expect(performance.now() - startedAt).toBeLessThan(20_000);
    } finally {
      for (const client of taken) client.release();
    }
    for (const { work } of works) await expect(work()).resolves.toBeDefined();
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
  });
});

describe('sessions', () => {
  test.each([
    ['pages and jobs', databasePool],
    ['callbacks', callbackPool],
  ])('ends a transaction of %s that waits a minute for its process', async (_name, pool) => {
    const { rows } = await pool().query('SHOW idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
  });
});

describe('a canceled read', () => {
  test('cancels a statement that starts after the abort was received', async () => {
    const controller = new AbortController();
    const since = Date.now();
    const read = withReadTransaction(controller.signal, 'READ COMMITTED', async (client) => {
      controller.abort();
      // The server ignores a cancellation between two statements.
      await delay(300);
      await client.query('SELECT pg_sleep(20)');
    });
    await expect(read).rejects.toMatchObject({ code: '57014' });
    expect(Date.now() - since).toBeLessThan(10_000);
    const { rows } = await databasePool().query('SELECT 1 AS alive');
    expect(rows).toEqual([{ alive: 1 }]);
  });
});
