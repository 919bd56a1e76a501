import { createHash, createHmac, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/index.ts';
import { answerCallback } from '#lib/callbacks/index.ts';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { withDatabase } from '#lib/database/testing/database-address.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { verifyReadModel, verifyReceivedBytes, verifyReceivedCounts } from '#lib/observations/index.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import { sequenceReserve } from '../database/copy-in.ts';
import {
  createRestoreTarget,
  inspectRestoredDatabase,
  readDatabaseSize,
} from '../database/restore-target.ts';
import type { BackupContent } from './manifest.ts';
import { manifestName } from './manifest.ts';
import { fillTarget, openBackup, verifyBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'));
const dataDir = path.join(folder, 'data');
const files = { dataDir, anchorFile: path.join(dataDir, 'audit-anchors.jsonl') };
const passphrase = 'correct horse battery staple';
const url = () => process.env['DATABASE_URL'] ?? '';
let tenant: Tenant;
let archive: { readonly folder: string; readonly content: BackupContent };
const acknowledged: { readonly sha256: string; readonly at: number }[] = [];

const run = (sql: string, address = withDatabase(url(), 'postgres')) => {
  const client = new pg.Client({ connectionString: address });
  return client
    .connect()
    .then(() => client.query(sql))
    .finally(() => client.end());
};
const listDatabases = async () =>
  (
    await run(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE '%_before_%' OR datname LIKE '%_restoring_%'`,
    )
  ).rows;

/** Sends a new callback, and records it once it is acknowledged. */
async function sendCallback(): Promise<void> {
  const body = toSampleBytes({
    ...depositCallbackSample(),
    businessId: tenant.businessId,
    depositId: randomUUID(),
    paymentId: randomUUID(),
  });
  const secret = createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
    .update(tenant.businessId)
    .digest('base64url');
  const { response } = await answerCallback({
    business: tenant.businessId,
    secret,
    kind: 'deposit-received',
    headers: new Headers(),
    body: new Blob([body]).stream(),
  });
  if (response.status !== 200) return;
  acknowledged.push({ sha256: createHash('sha256').update(body).digest('hex'), at: Date.now() });
}

const backUp = (to: string, options: { passphrase?: string; withSecrets?: boolean } = {}) =>
  writeBackup({
    url: url(),
    to,
    files,
    passphrase: options.passphrase,
    withSecrets: options.withSecrets ?? true,
  });

beforeAll(async () => {
  tenant = await createTenant();
  fs.mkdirSync(dataDir);
  fs.writeFileSync(
    path.join(dataDir, 'secrets.json'),
    JSON.stringify({ CALLBACK_SECRETS: 'a-generated-callback-secret', DATABASE_PASSWORD: 'of-this-folder' }),
  );
  fs.writeFileSync(files.anchorFile, 'an anchor\n');
  for (let count = 0; count < 20; count += 1) await sendCallback();
  let isRunning = true;
  const load = (async () => {
    while (isRunning) await sendCallback();
  })();
  archive = await backUp(path.join(folder, 'archives'), { passphrase });
  isRunning = false;
  await load;
});
afterAll(async () => {
  for (const { name } of await listDatabases()) await run(`DROP DATABASE "${name}" WITH (FORCE)`);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Copies the archive, so that a test can damage it. */
function copyArchive(): string {
  const copy = fs.mkdtempSync(path.join(folder, 'copy-'));
  fs.cpSync(archive.folder, copy, { recursive: true });
  return copy;
}

test('encrypts everything but the manifest, which names no secret', () => {
  const names = fs.readdirSync(archive.folder);
  expect(names).toContain(manifestName);
  expect(names.filter((name) => !name.endsWith('.enc'))).toEqual([manifestName]);
  for (const name of names) {
    const text = fs.readFileSync(path.join(archive.folder, name), 'latin1');
    for (const secret of ['a-generated-callback-secret', 'of-this-folder', passphrase])
      expect(text.includes(secret)).toBe(false);
  }
});

async function openAndVerify(from: string): Promise<void> {
  await verifyBackup(await openBackup(from, passphrase), null);
}

test('refuses a wrong passphrase and each kind of damage before anything is changed', async () => {
  await expect(openBackup(archive.folder, 'another passphrase')).rejects.toThrow(
    'can’t decrypt this archive',
  );
  await expect(openBackup(archive.folder, undefined)).rejects.toThrow('The archive is encrypted');
  const [table] = archive.content.tables;
  const file = table?.file ?? '';
  const damage: readonly ((copy: string) => void)[] = [
    (copy) => {
      const bytesOfFile = fs.readFileSync(path.join(copy, file));
      bytesOfFile[5] = (bytesOfFile[5] ?? 0) ^ 1;
      fs.writeFileSync(path.join(copy, file), bytesOfFile);
    },
    (copy) => fs.truncateSync(path.join(copy, file), 10),
    (copy) => fs.rmSync(path.join(copy, file)),
    (copy) => {
      const manifest = path.join(copy, manifestName);
      fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(/"rows": \d+/, '"rows": 7'));
    },
    (copy) => fs.truncateSync(path.join(copy, manifestName), 200),
  ];
  for (const harm of damage) {
    const copy = copyArchive();
    harm(copy);
    await expect(openAndVerify(copy)).rejects.toThrow(/The archive is (damaged|incomplete)/);
  }
  await expect(openBackup(path.join(folder, 'nothing'), passphrase)).rejects.toThrow('no complete backup');
});

test('looks at the target before it reads the whole archive', async () => {
  const copy = copyArchive();
  fs.rmSync(path.join(copy, archive.content.tables[0]?.file ?? ''));
  const opened = await openBackup(copy, passphrase);
  await expect(verifyBackup(opened, { url: url(), isForced: false })).rejects.toThrow('isn’t empty');
  await closeDatabase();
  await expect(verifyBackup(opened, { url: url(), isForced: true })).rejects.toThrow(
    /The archive is (damaged|incomplete)/,
  );
});

/** Changes the migrations that an archive names, and seals it again. */
function changeMigrations(
  archiveFolder: string,
  change: (migrations: readonly unknown[]) => readonly unknown[],
): void {
  const manifest = path.join(archiveFolder, manifestName);
  const read = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  read.content.migrations = change(read.content.migrations);
  read.seal = createHash('sha256').update(JSON.stringify(read.content)).digest('hex');
  fs.writeFileSync(manifest, JSON.stringify(read));
}

test('refuses a backup of a newer version, and one from before the first release', async () => {
  const open = await backUp(path.join(folder, 'newer'), { withSecrets: false });
  changeMigrations(open.folder, (migrations) => [
    ...migrations,
    { name: '29990101000000_later', checksum: 'x' },
  ]);
  await expect(openBackup(open.folder, undefined)).rejects.toThrow('29990101000000_later');
  changeMigrations(open.folder, () => [{ name: '20261124000000_first', checksum: 'x' }]);
  await expect(openBackup(open.folder, undefined)).rejects.toThrow(/^A version before the first release/);
});

test('an interrupted backup leaves nothing, and the next one removes the rest of a killed one', async () => {
  const to = path.join(folder, 'interrupted');
  const killed = path.join(to, '.partial-999999999-abc');
  fs.mkdirSync(killed, { recursive: true });
  const locking = await databasePool().connect();
  await locking.query('BEGIN; LOCK TABLE withdrawal IN ACCESS EXCLUSIVE MODE');
  const interrupted = backUp(to, { passphrase });
  interrupted.catch(() => undefined);
  await expect
    .poll(
      async () => {
        const { rows } = await databasePool().query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LOCK TABLE public%' AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  await expect(interrupted).rejects.toThrow();
  await locking.query('ROLLBACK');
  locking.release();
  expect(fs.readdirSync(to)).toEqual([]);
});

test('refuses a database that is not empty or in use, and leaves it as it was when loading fails', async () => {
  await closeDatabase();
  await expect(createRestoreTarget(url(), false)).rejects.toThrow('isn’t empty');
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  await expect(createRestoreTarget(url(), true)).rejects.toThrow('in use by 1 connection');
  await expect(inspectRestoredDatabase(url())).rejects.toThrow('in use by 1 connection');
  await client.end();
  expect(await inspectRestoredDatabase(url())).toEqual({ hasAnchors: false });
  const opened = await openBackup(archive.folder, passphrase);
  const [first, ...others] = opened.content.tables;
  if (first === undefined) throw new Error('no table');
  const target = await createRestoreTarget(url(), true);
  const content = { ...opened.content, tables: [{ ...first, rows: first.rows + 1 }, ...others] };
  await expect(fillTarget(target, { ...opened, content }, undefined)).rejects.toThrow('rows after loading');
  await target.discard();
  expect(await listDatabases()).toEqual([]);
  expect(await database().callbackMessage.count()).toBe(acknowledged.length);
});

test('restores everything that was acknowledged before the snapshot, and keeps the previous database', async () => {
  const before = await database().callbackMessage.count();
  await closeDatabase();
  const opened = await openBackup(path.join(folder, 'archives'), passphrase);
  const target = await createRestoreTarget(url(), true);
  const emptyBytes = await readDatabaseSize(target.url);
  await fillTarget(target, opened, undefined);
  expect(await readDatabaseSize(target.url)).toBeGreaterThan(emptyBytes);
  const aside = await target.finish('20261125t000000z');
  expect(await listDatabases()).toEqual([{ name: aside }]);
  const result = await run(
    'SELECT count(*)::int AS count FROM callback_message',
    withDatabase(url(), aside ?? ''),
  );
  expect(result.rows).toEqual([{ count: before }]);

  const { snapshotAt, tables, sequences } = opened.content;
  const { rows } = await databasePool().query("SELECT encode(sha256, 'hex') AS sha256 FROM callback_message");
  const restored = new Set(rows.map(({ sha256 }) => sha256));
  const due = acknowledged.filter(({ at }) => at < Date.parse(snapshotAt));
  expect(due.length).toBeGreaterThanOrEqual(20);
  expect(acknowledged.length).toBeGreaterThan(due.length);
  expect(due.filter(({ sha256 }) => !restored.has(sha256))).toEqual([]);
  expect(restored.size).toBe(tables.find(({ name }) => name === 'callback_message')?.rows);

  expect(await verifyReceivedCounts()).toEqual([]);
  expect(await verifyReceivedBytes()).toEqual([]);
  expect((await verifyAudit()).breaches).toEqual([]);
  expect(
    await verifyReadModel(
      () => undefined,
      () => undefined,
    ),
  ).toMatchObject({ differences: 0 });
  await expect(databasePool().query('DELETE FROM callback_message')).rejects.toThrow();
  const deliveries = sequences.find(({ name }) => name === 'callback_delivery_id_seq');
  const next = await databasePool().query("SELECT nextval('callback_delivery_id_seq')::text AS value");
  expect(next.rows).toEqual([{ value: String(BigInt(deliveries?.last ?? '0') + sequenceReserve + 1n) }]);
});
