import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  applyMigrations,
  isMigrated,
  MigrationError,
  readMigrationState,
  readMigrations,
} from './migrate.ts';

const admin = () => new pg.Client({ connectionString: process.env['DATABASE_URL'] });

let name: string;
let url: string;
let folder: string;

beforeEach(async () => {
  name = `migrate_${randomUUID().replaceAll('-', '')}`;
  const client = admin();
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const address = new URL(process.env['DATABASE_URL'] ?? '');
  address.pathname = `/${name}`;
  url = address.href;
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'migrations-'));
});

afterEach(async () => {
  const client = admin();
  await client.connect();
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await client.end();
  await fs.rm(folder, { recursive: true });
});

async function migration(title: string, sql: string): Promise<void> {
  await fs.mkdir(path.join(folder, title), { recursive: true });
  await fs.writeFile(path.join(folder, title, 'migration.sql'), sql);
}

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const migrate = () => connected((client) => applyMigrations(client, folder));

test('applies migrations once, in the order of their names', async () => {
  await migration('2_second', 'ALTER TABLE thing ADD COLUMN size integer');
  await migration('1_first', 'CREATE TABLE thing (id integer); INSERT INTO thing VALUES (1);');
  expect(await migrate()).toEqual(['1_first', '2_second']);
  expect(await migrate()).toEqual([]);
});

test('applies each migration once when ten processes start together', async () => {
  await migration('1_first', 'CREATE TABLE thing (id integer)');
  const applied = await Promise.all(Array.from({ length: 10 }, migrate));
  expect(applied.flat()).toEqual(['1_first']);
});

test('rolls back a failed migration and retries it', async () => {
  await migration('1_first', 'CREATE TABLE thing (id integer); SELECT 1/0;');
  await expect(migrate()).rejects.toThrow(/^The migration 1_first failed and was undone: division by zero$/);
  await migration('1_first', 'CREATE TABLE thing (id integer)');
  expect(await migrate()).toEqual(['1_first']);
});

test('creates an index beside other work, and again after an interrupted run', async () => {
  await migration('1_first', 'CREATE TABLE thing (id integer); INSERT INTO thing VALUES (1), (1);');
  await migration(
    '2_index',
    '-- Found by id.\nCREATE UNIQUE INDEX CONCURRENTLY "thing_id" ON "thing" (id);\n',
  );
  await expect(migrate()).rejects.toThrow(/^The migration 2_index failed/);
  const isValid = () =>
    connected(async (client) => {
      const { rows } = await client.query(
        `SELECT indisvalid FROM pg_index WHERE indexrelid = 'thing_id'::regclass`,
      );
      return rows[0]?.indisvalid;
    });
  expect(await isValid()).toBe(false);
  await connected((client) => client.query('TRUNCATE thing'));
  expect(await migrate()).toEqual(['2_index']);
  expect(await isValid()).toBe(true);
  await migration('3_drop', 'DROP INDEX CONCURRENTLY IF EXISTS thing_id');
  expect(await migrate()).toEqual(['3_drop']);
});

test('runs each index and procedure of a migration alone, and again after an interrupted run', async () => {
  await migration(
    '1_first',
    `CREATE TABLE thing (id integer);
     CREATE INDEX thing_old ON thing (id);
     CREATE PROCEDURE fill_things() LANGUAGE plpgsql AS $$
       BEGIN INSERT INTO thing VALUES (1); COMMIT; INSERT INTO thing VALUES (2); COMMIT; PERFORM 1 / (SELECT count(*) - 2 FROM thing); END $$;`,
  );
  await migration(
    '2_indexes',
    `-- Both; one replaces the other.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "thing_new" ON "thing" (id);
DROP INDEX CONCURRENTLY IF EXISTS "thing_old";
CALL fill_things();
`,
  );
  await expect(migrate()).rejects.toThrow(/^The migration 2_indexes failed/);
  const listIndexes = () =>
    connected(async (client) => {
      const { rows } = await client.query(`SELECT indexname FROM pg_indexes WHERE tablename = 'thing'`);
      return rows.map((row) => row.indexname);
    });
  expect(await listIndexes()).toEqual(['thing_new']);
  expect(await migrate()).toEqual(['2_indexes']);
  const { rows } = await connected((client) => client.query('SELECT count(*)::int AS count FROM thing'));
  expect(rows).toEqual([{ count: 4 }]);
});

test('refuses a migration that changed after it was applied', async () => {
  await migration('1_first', 'CREATE TABLE thing (id integer)');
  await migrate();
  await migration('1_first', 'CREATE TABLE thing (id bigint)');
  await expect(migrate()).rejects.toThrow(MigrationError);
});

test('repeats a migration that gave up its wait for a lock', async () => {
  await migration('1_first', 'CREATE TABLE thing (id integer)');
  await migrate();
  await migration('2_second', "SET LOCAL lock_timeout = '50ms'; ALTER TABLE thing ADD COLUMN size integer");
  await connected(async (busy) => {
    await busy.query('BEGIN; LOCK TABLE thing IN ROW EXCLUSIVE MODE');
    const migrated = migrate();
    await connected(async (watcher) => {
      const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'thing'::regclass`;
      await expect.poll(async () => (await watcher.query(waits)).rowCount, { interval: 5 }).toBe(1);
      await expect.poll(async () => (await watcher.query(waits)).rowCount, { interval: 5 }).toBe(0);
    });
    await busy.query('COMMIT');
    expect(await migrated).toEqual(['2_second']);
  });
});

test("refuses a migration that Prisma's own tool left unfinished", async () => {
  await migration('1_first', 'CREATE TABLE thing (id integer)');
  await migrate();
  await connected((client) => client.query('UPDATE _prisma_migrations SET finished_at = NULL'));
  await expect(migrate()).rejects.toThrow(/was started by Prisma but not finished/);
});

test("reports the state before and after the product's migrations, and with a newer version's", async () => {
  await connected(async (client) => {
    const names = (await readMigrations()).map((one) => one.name);
    expect(await readMigrationState(client)).toMatchObject({ pending: names });
    await applyMigrations(client);
    expect(isMigrated(await readMigrationState(client))).toBe(true);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9_newer', now())`,
    );
    const state = await readMigrationState(client);
    expect(state.unknown).toEqual(['9_newer']);
    expect(isMigrated(state)).toBe(true);
  });
});
