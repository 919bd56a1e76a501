import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/index.ts';
import { isMigrated, readMigrationState, readMigrations } from '#lib/database/migrate.ts';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { withDatabase } from '#lib/database/testing/database-address.ts';
import { verifyReadModel, verifyReceivedBytes, verifyReceivedCounts } from '#lib/observations/index.ts';
import { verifyRollups } from '#lib/rollups/index.ts';
import { unzip } from '#tools/testing/unzip.ts';
import type { OpenedBackup } from './restore-backup.ts';
import { fillTarget, openBackup } from './restore-backup.ts';

/**
 * A backup of the first schema, with a few payments, deposits, withdrawals and acts of people. Never write this file again
 * after a release: a later schema gets a fixture of its own.
 */
const fixtureFile = path.join(import.meta.dirname, 'fixtures', 'baseline.zip');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'upgrade-'));
const previousUrl = process.env['DATABASE_URL'] ?? '';
const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
let backup: OpenedBackup;

const run = async (sql: string) => {
  const client = new pg.Client({ connectionString: withDatabase(previousUrl, 'postgres') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

beforeAll(async () => {
  for (const { name: file, bytes } of await unzip(fs.readFileSync(fixtureFile)))
    fs.writeFileSync(path.join(folder, file), bytes);
  await closeDatabase();
  await run(`CREATE DATABASE ${name}`);
  process.env['DATABASE_URL'] = withDatabase(previousUrl, name);
  backup = await openBackup(folder, undefined);
  const discard = () => Promise.resolve();
  await fillTarget(
    { url: process.env['DATABASE_URL'], finish: () => Promise.resolve(null), discard },
    backup,
    undefined,
  );
});
afterAll(async () => {
  await closeDatabase();
  process.env['DATABASE_URL'] = previousUrl;
  await run(`DROP DATABASE ${name} WITH (FORCE)`);
  fs.rmSync(folder, { recursive: true });
});

test('restores a backup of the first schema and brings it up to date', async () => {
  const [baseline] = await readMigrations();
  expect(backup.content.migrations).toEqual([{ name: baseline?.name, checksum: baseline?.checksum }]);
  expect(isMigrated(await readMigrationState(databasePool()))).toBe(true);
  const rows = Object.fromEntries(backup.content.tables.map((table) => [table.name, table.rows]));
  expect(rows['callback_message']).toBeGreaterThan(20);
  expect(await database().payment.count()).toBe(rows['payment']);
  expect(await database().auditEntry.count()).toBe(rows['audit_entry']);
});

test('the upgraded read model equals a rebuild from the stored bytes', async () => {
  const found: unknown[] = [];
  const note = (difference: unknown) => found.push(difference);
  const verification = await verifyReadModel(note);
  expect(found).toEqual([]);
  expect(verification).toMatchObject({ payments: 12, withdrawals: 12, differences: 0 });
  expect(await verifyRollups(note)).toMatchObject({ differences: 0 });
  expect([...(await verifyReceivedCounts()), ...(await verifyReceivedBytes())]).toEqual([]);
});

test('the upgraded audit log verifies', async () => {
  const { entries, breaches } = await verifyAudit();
  expect(breaches).toEqual([]);
  expect(entries).toBeGreaterThan(1);
});
