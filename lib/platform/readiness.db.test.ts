import { afterAll, afterEach, expect, test } from 'vitest';
import { closeDatabase, databasePool } from './db.ts';
import { readiness } from './readiness.ts';

afterAll(closeDatabase);
afterEach(() => databasePool().query('UPDATE _prisma_migrations SET rolled_back_at = NULL'));

test('ready when the database answers and has every migration of this version', async () => {
  expect(await readiness()).toEqual({ isReady: true, database: 'answers', migrations: 'applied' });
});

test('not ready while a migration is missing', async () => {
  await databasePool().query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
  );
  expect(await readiness()).toEqual({ isReady: false, database: 'answers', migrations: 'pending' });
});

test('not ready while the database is away, and said within seconds', async () => {
  const locking = await databasePool().connect();
  await locking.query('BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE');
  const begun = performance.now();
  expect(await readiness()).toEqual({ isReady: false, database: 'away', migrations: 'unknown' });
  expect(performance.now() - begun).toBeLessThan(4_000);
  await locking.query('ROLLBACK');
  locking.release();
});
