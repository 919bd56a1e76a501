import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { pagePoolSize } from '#lib/platform/page-pool-size.ts';
import { closeDatabase, databasePool } from './pools.ts';
import { inTransaction } from './transaction.ts';

afterAll(closeDatabase);

test('a transaction waits for a connection as long as a read does', async () => {
  const used = await Promise.all(Array.from({ length: pagePoolSize }, () => databasePool().connect()));
  const begun = inTransaction((transaction) => transaction.$queryRaw`SELECT 1 AS one`);
  // Longer than Prisma's own limit of two seconds, after which a connection that opens on a busy machine came too late.
  await pause(2_100);
  for (const connection of used) connection.release();
  expect(await begun).toEqual([{ one: 1 }]);
});
