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

test('refuses a migration that changed after it was applied', async () => {
  await migration('1_first', 'CREATE TABLE thing (id integer)');
  await migrate();
  await migration('1_first', 'CREATE TABLE thing (id bigint)');
  await expect(migrate()).rejects.toThrow(MigrationError);
});

test('waits a few seconds for a lock, and undoes a migration that gave up', async () => {
  await migration('1_first', `CREATE TABLE thing AS SELECT current_setting('lock_timeout') AS wait`);
  await migrate();
  expect(await connected(async (client) => (await client.query('SELECT wait FROM thing')).rows)).toEqual([
    { wait: '5s' },
  ]);
  await migration('2_second', "SET LOCAL lock_timeout = '50ms'; ALTER TABLE thing ADD COLUMN size integer");
  await connected(async (busy) => {
    await busy.query('BEGIN; LOCK TABLE thing IN ROW EXCLUSIVE MODE');
    await expect(migrate()).rejects.toThrow(/^The migration 2_second was undone, because other work uses/);
    await busy.query('COMMIT');
  });
  expect(await migrate()).toEqual(['2_second']);
});

test('refuses a database of a version before the first release, and changes nothing', async () => {
  await migration('1_old', 'CREATE TABLE thing (id integer)');
  await migrate();
  await fs.rm(path.join(folder, '1_old'), { recursive: true });
  await migration('2_baseline', 'CREATE TABLE other (id integer)');
  await expect(migrate()).rejects.toThrow(
    /^Start with an empty database .* before the first release made it\.$/,
  );
  await connected(async (client) => {
    const state = await readMigrationState(client);
    expect(state).toMatchObject({ isUnreleased: true, unknown: ['1_old'] });
    expect(isMigrated(state)).toBe(false);
    const { rows } = await client.query(`SELECT to_regclass('other') AS other`);
    expect(rows).toEqual([{ other: null }]);
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
    expect(state).toMatchObject({ unknown: ['9_newer'], tooNew: [], isUnreleased: false });
    expect(isMigrated(state)).toBe(true);
  });
});
