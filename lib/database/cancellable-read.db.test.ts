import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { withReadTransaction } from './cancellable-read.ts';
import { closeDatabase, databasePool } from './pools.ts';

afterAll(closeDatabase);

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
