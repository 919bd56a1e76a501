import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { verifyAudit, writeAudit } from '#lib/audit/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { defaultToUtc } from './time-zone.ts';

/** A database whose default is another zone, as on a server in Berlin. */
const url = process.env['DATABASE_URL'] ?? '';
// Without the options that the test server's address carries: PgBouncer refuses them.
const address = new URL(url);
address.searchParams.delete('options');

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const showZone = () => connected(async (client) => (await client.query('SHOW TimeZone')).rows[0]?.TimeZone);
const now = instant(Date.parse('2026-07-01T12:00:00.250Z'));
const write = () =>
  inTransaction((transaction) =>
    writeAudit(transaction, systemContext('test', createFixedClock(now)), {
      businessId: null,
      action: 'session.refuse',
      objectType: 'person',
      objectId: 'nobody',
    }),
  );

beforeAll(async () => {
  await connected(async (client) => {
    const { rows } = await client.query('SELECT current_database() AS name');
    await client.query(`ALTER DATABASE ${rows[0].name} SET timezone TO 'Europe/Berlin'`);
  });
  await closeDatabase();
});

test('stores correct times though the database is in another zone', async () => {
  expect(await showZone()).toBe('Europe/Berlin');
  await write();
  const stored = await connected((client) =>
    client.query(`SELECT extract(epoch FROM at) * 1000 AS at FROM audit_entry`),
  );
  expect(Number(stored.rows[0].at)).toBe(now);
  expect(await database().auditEntry.count()).toBe(1);
  expect((await verifyAudit()).breaches).toEqual([]);
});

test('migrate makes UTC the default of its role, once', async () => {
  expect(await connected(defaultToUtc)).toMatch(/now use UTC instead of Europe\/Berlin\.$/);
  expect(await showZone()).toBe('UTC');
  expect(await connected(defaultToUtc)).toBeNull();
});
