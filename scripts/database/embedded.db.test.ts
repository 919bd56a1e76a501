import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedDatabase } from './embedded.ts';
import { waitForEnd } from './postmaster.ts';
import { testFolder } from './test-folder.ts';

// The tests share one database, because creating it takes longer than all of them. Each starts or adopts it.
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await testFolder('embedded');
  // Run as root, the database has another account, which has to get in.
  fs.chmodSync(folder, 0o711);
  dataDir = path.join(folder, 'with a space', '.data');
});

afterAll(async () => {
  const database = await start();
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const start = () => startEmbeddedDatabase({ dataDir, port: 0, fsync: false });

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows[0];
  } finally {
    await client.end();
  }
}

test('creates a database again that a killed first start left incomplete', async () => {
  fs.mkdirSync(path.join(dataDir, 'postgres.new', 'base'), { recursive: true });
  const database = await start();
  expect(await ask(database.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
  expect(fs.existsSync(path.join(dataDir, 'postgres.new'))).toBe(false);
});

test('listens only locally, in UTC and UTF-8, with a stored password', async () => {
  const database = await start();
  expect(
    await ask(
      database.url,
      `SELECT current_setting('listen_addresses') AS listens, current_setting('TimeZone') AS zone,
              current_setting('server_encoding') AS encoding, current_setting('password_encryption') AS password`,
    ),
  ).toEqual({ listens: '127.0.0.1', zone: 'UTC', encoding: 'UTF8', password: 'scram-sha-256' });
  expect(fs.statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  const wrong = database.url.replace(/:[^:@]+@/, ':wrong@');
  await expect(ask(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test('adopts a database that a killed start left running, with its data', async () => {
  const first = await start();
  await ask(first.url, 'CREATE TABLE adopted AS SELECT 1 AS one');
  const second = await start();
  expect([second.isReused, second.pid, second.url]).toEqual([true, first.pid, first.url]);
  expect(await ask(second.url, 'SELECT one FROM adopted')).toEqual({ one: 1 });
});

test('starts again with its data after kill -9 of the database', async () => {
  const first = await start();
  await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
  await ask(first.url, 'CHECKPOINT');
  process.kill(first.pid, 'SIGKILL');
  await waitForEnd(first.pid, 5_000);
  expect(first.isAlive()).toBe(false);
  const second = await start();
  expect(second.isReused).toBe(false);
  expect(await ask(second.url, 'SELECT one FROM kept')).toEqual({ one: 1 });
});

test('removes a lock whose process id now belongs to another program', async () => {
  const first = await start();
  const lock = path.join(dataDir, 'postgres', 'postmaster.pid');
  const content = fs.readFileSync(lock, 'utf8');
  await first.stop();
  fs.writeFileSync(lock, content.replace(/^\d+/, String(process.ppid)));
  const second = await start();
  expect(second.isReused).toBe(false);
});

test('ends open sessions when it stops', async () => {
  const database = await start();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  // The limit of the test ends a stop that waits for the session.
  await database.stop();
});
