import 'server-only';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { databasePool, directConnection } from '#lib/database/pools.ts';

/** A notification takes milliseconds. */
const waitMs = 2_000;

/**
 * Returns whether a LISTEN connection receives notifications of the pool's connections. Through a transaction pooler it
 * doesn't. Rejects if the database doesn't answer.
 */
export async function canReceiveNotifications(): Promise<boolean> {
  const channel = `countinghouse_test_${randomUUID().replaceAll('-', '')}`;
  const client = directConnection();
  const received = Promise.withResolvers<boolean>();
  client.on('error', () => received.resolve(false));
  client.on('notification', () => received.resolve(true));
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    await databasePool().query('SELECT pg_notify($1, $2)', [channel, '']);
    return await Promise.race([received.promise, pause(waitMs, false, { ref: false })]);
  } finally {
    await client.end().catch(() => undefined);
  }
}
