import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeSecrets } from '../secrets.ts';
import { APP_PASSWORD, toAppAddress, toListenAddress } from './app-address.ts';
import type { EmbeddedDatabase } from './embedded.ts';
import { startEmbeddedDatabase } from './embedded.ts';

/** `npm start` migrates as the owner and gives the parts another user. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'app-address-'));
let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmbeddedDatabase({ dataDir: folder, port: 0, fsync: false });
});
afterAll(async () => {
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function migrate(urls: { direct?: string; database: string }, ...options: readonly string[]) {
  const script = path.resolve(import.meta.dirname, '../migrate.ts');
  const child = spawn(process.execPath, ['--conditions=react-server', script, ...options], {
    env: { ...process.env, DATABASE_URL: urls.database, DIRECT_URL: urls.direct ?? '', NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  expect(code, output).toBe(0);
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('the parts can’t change the audit log, also in a data folder of an earlier version', async () => {
  // An earlier version ran everything as the owner.
  await migrate({ database: database.url });
  const migrateAsOwner = () =>
    migrate({ direct: database.url, database: toAppAddress(database.url, folder) }, '--create-user');
  await migrateAsOwner();
  const app = toAppAddress(database.url, folder);
  expect(await query(app, 'SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
    { rolname: 'countinghouse_app', rolsuper: false },
  ]);
  for (const statement of [
    `UPDATE audit_entry SET action = 'x'`,
    'DELETE FROM callback_message',
    'ALTER TABLE audit_entry DISABLE TRIGGER USER',
    'CREATE ROLE other SUPERUSER',
  ])
    await expect(query(app, statement), statement).rejects.toMatchObject({ code: '42501' });

  // The secrets of the folder are those of a backup, without this password.
  storeSecrets(folder, { [APP_PASSWORD]: 'another-password' });
  await expect(query(toAppAddress(database.url, folder), 'SELECT 1')).rejects.toMatchObject({
    code: '28P01',
  });
  await migrateAsOwner();
  expect(await query(toAppAddress(database.url, folder), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the parts listen without the password of the owner', () => {
  expect(
    toListenAddress(
      'postgresql://owner:o%40@db.test:5432/desk?sslmode=require',
      'postgresql://app:p%2F@pooler.test:6543/desk',
    ),
  ).toBe('postgresql://app:p%2F@db.test:5432/desk?sslmode=require');
});
