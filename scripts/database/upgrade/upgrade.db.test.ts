import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/index.ts';
import { applyMigrations, readMigrations } from '#lib/database/migrate.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { findReadingState, verifyReadModel } from '#lib/observations/index.ts';
import { verifyRollups } from '#lib/rollups/index.ts';
import { loadFixture, readFixture } from './fixture.ts';

/**
 * Demo data of four months as version 0.1.0 stored it, under the schema of its last migration. Never write this file
 * again: it is what a merchant's database looked like then. A later schema gets a fixture of its own.
 */
const lastMigration = '20261124220000_days_counted_by_index';
const fixtureFile = path.join(import.meta.dirname, 'schema-20261124220000.jsonl.br');

let upgraded: readonly string[];

/** Applies the migrations up to the fixture's schema. */
async function createOldSchema(client: pg.Client): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'old-schema-'));
  const migrations = path.resolve(import.meta.dirname, '../../../prisma/migrations');
  try {
    for (const { name } of await readMigrations())
      if (name <= lastMigration)
        await fs.cp(path.join(migrations, name), path.join(folder, name), { recursive: true });
    await applyMigrations(client, folder);
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

beforeAll(async () => {
  await closeDatabase();
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  try {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await createOldSchema(client);
    await loadFixture(client, readFixture(await fs.readFile(fixtureFile)));
    // Statistics, as autovacuum has them in a database that has been in use.
    await client.query('ANALYZE');
    upgraded = await applyMigrations(client);
  } finally {
    await client.end();
  }
});
afterAll(closeDatabase);

test('applies every later migration to a database that holds data of version 0.1.0', async () => {
  const later = (await readMigrations()).map(({ name }) => name).filter((name) => name > lastMigration);
  expect(upgraded).toEqual(later);
  expect(await database().callbackMessage.count()).toBe(1_204);
});

test('knows that stored callbacks are older than the record of their reading', async () => {
  expect(await findReadingState()).toBe('unknown');
});

// If a new reading changes these records, raise the reading version (lib/observations/model/reading-version.ts), expect
// the differences here, and reprocess before the other expectations.
test('the read model still equals a rebuild from the stored bytes', async () => {
  const found: unknown[] = [];
  const verification = await verifyReadModel((difference) => found.push(difference));
  expect(found).toEqual([]);
  expect(verification).toMatchObject({ payments: 1_040, withdrawals: 208, differences: 0 });
  expect(await verifyRollups((difference) => found.push(difference))).toMatchObject({ differences: 0 });
});

test('the audit log still verifies', async () => {
  expect(await verifyAudit()).toMatchObject({ entries: 187, breaches: [] });
});
