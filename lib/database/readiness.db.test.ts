import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { closeDatabase, databasePool } from './pools.ts';
import { checkReadiness, findStartRefusal } from './readiness.ts';

afterAll(closeDatabase);
afterEach(() => databasePool().query('UPDATE _prisma_migrations SET rolled_back_at = NULL'));

const ready = { isReady: true, database: 'answers', migrations: 'applied', reason: null };

/** Changes database settings from outside and makes the pool reconnect. */
async function configure(setting: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  const { rows } = await client.query('SELECT current_database() AS name');
  await client.query(`ALTER DATABASE ${client.escapeIdentifier(rows[0].name)} ${setting}`);
  await client.end();
  await closeDatabase();
}

test('is ready when the database answers and has every migration of this version', async () => {
  expect(await checkReadiness()).toMatchObject({ ...ready, clockSkewSeconds: expect.any(Number) });
});

test('is not ready while a migration is missing', async () => {
  await databasePool().query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
  );
  expect(await checkReadiness()).toMatchObject({
    isReady: false,
    database: 'answers',
    migrations: 'pending',
  });
});

test('is not ready and refuses to start with a schema that needs a newer program', async () => {
  const apply = (name: string) =>
    databasePool().query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, 'x', $1, now())`,
      [name],
    );
  await apply('29990101000000_expand_later');
  expect(await checkReadiness()).toMatchObject(ready);
  await apply('29990101000001_contract_later');
  expect(await checkReadiness()).toMatchObject({
    isReady: false,
    migrations: 'other',
    reason: expect.stringContaining('has updated the database (29990101000001_contract_later)'),
  });
  expect(await findStartRefusal()).toContain('Start that version instead');
  await databasePool().query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '2999%'`);
  expect(await findStartRefusal()).toBeNull();
});

test('sets connections to UTC in a database with another zone', async () => {
  await configure(`SET timezone TO 'Europe/Berlin'`);
  try {
    expect(await checkReadiness()).toMatchObject(ready);
    const { rows } = await databasePool().query('SHOW TimeZone');
    expect(rows).toEqual([{ TimeZone: 'UTC' }]);
  } finally {
    await configure('RESET timezone');
  }
});

test('is not ready and refuses to start when a session lost UTC', async () => {
  const client = await databasePool().connect();
  try {
    await client.query(`SET TIME ZONE 'Europe/Berlin'`);
  } finally {
    client.release();
  }
  expect(await checkReadiness()).toMatchObject({
    isReady: false,
    reason: expect.stringContaining('time zone Europe/Berlin'),
  });
  expect(await findStartRefusal()).toContain('Set it to UTC');
  await closeDatabase();
});

test('is not ready while the database takes no writes', async () => {
  await configure('SET default_transaction_read_only TO on');
  expect(await checkReadiness()).toMatchObject({
    isReady: false,
    database: 'read-only',
    migrations: 'applied',
  });
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  await client.query('SET default_transaction_read_only TO off');
  const { rows } = await client.query('SELECT current_database() AS name');
  await client.query(`ALTER DATABASE ${rows[0].name} RESET default_transaction_read_only`);
  await client.end();
  await closeDatabase();
});

test('reports soon that the database is away', async () => {
  const locking = await databasePool().connect();
  await locking.query('BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE');
  const startedAt = performance.now();
  expect(await checkReadiness()).toMatchObject({ isReady: false, database: 'away', migrations: 'unknown' });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  await locking.query('ROLLBACK');
  locking.release();
});
