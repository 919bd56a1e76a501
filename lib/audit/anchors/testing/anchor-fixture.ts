import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { writeAudit } from '../../write-audit.ts';
import { anchorAudit } from '../anchor-audit.ts';
import { readPinnedKeys } from '../anchor-file.ts';
import { recordRestore } from '../record-restore.ts';
import type { AnchorSettings } from '../settings.ts';
import type { SigningKey } from '../signing-key.ts';
import { readSigningKey } from '../signing-key.ts';
import { verifyAnchors } from '../verify-anchors.ts';

/** Creates a signing key for one test. */
export const createSigningKey = (): SigningKey => readSigningKey(randomBytes(32).toString('base64'));

/** Runs statements past the triggers, as the owner of the database could. */
export async function executePastTriggers(...statements: readonly string[]): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('SET session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.query('SET session_replication_role = origin');
    client.release();
  }
}

const anchorTables = 'audit_anchor, audit_anchor_head';

/** Statements that remove all anchors with the state of their job. */
export const removeAnchors = [
  `TRUNCATE ${anchorTables}`,
  'UPDATE installation SET anchors_checked_at = NULL, anchors_failing_since = NULL, anchors_failure = NULL',
] as const;

/** Creates an empty audit log with a business, worker settings and an anchor file. */
export async function createAnchorFixture(overrides: Partial<AnchorSettings> = {}) {
  await executePastTriggers('TRUNCATE audit_entry, audit_head', ...removeAnchors);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'anchors-'));
  const file = path.join(dataDir, 'audit-anchors.jsonl');
  let now = Date.parse('2026-11-25T08:00:00Z');
  const clock = { now: (): Instant => instant(now) };
  const tenant: Tenant = await createTenant();
  const settings: AnchorSettings = {
    keys: [createSigningKey()],
    file,
    webhook: null,
    everyMs: 300_000,
    dataDir,
    ...overrides,
  };
  const stop = new AbortController().signal;
  const run = (overrides: Partial<AnchorSettings> = {}) =>
    anchorAudit(systemContext('audit-anchors', clock), stop, { ...settings, ...overrides });
  const write = async (count = 1, action = 'thing.change', of: Tenant = tenant) => {
    for (let n = 0; n < count; n += 1)
      await inTransaction((transaction) =>
        writeAudit(transaction, of.as.owner, {
          businessId: of.businessId,
          action,
          objectType: 'thing',
          objectId: String(n),
          after: { n },
        }),
      );
  };
  return {
    ...{ tenant, settings, file, dataDir, clock, run, write },
    later: (milliseconds = 300_000) => {
      now += milliseconds;
    },
    /** Writes entries and anchors them when the interval is over. */
    anchor: async (count = 1, overrides: Partial<AnchorSettings> = {}) => {
      await write(count);
      now += 300_000;
      return run(overrides);
    },
    restore: (note: string, overrides: Partial<AnchorSettings> = {}) =>
      recordRestore(systemContext('operator', clock), note, { ...settings, ...overrides }),
    lines: () => fs.readFileSync(file, 'utf8').split('\n').slice(0, -1),
    writeLines: (lines: readonly string[]) =>
      fs.writeFileSync(file, lines.map((line) => `${line}\n`).join('')),
    verify: (pinned: readonly string[] = readPinnedKeys(dataDir)) =>
      verifyAnchors(fs.readFileSync(file, 'utf8'), pinned),
    end: () => fs.rmSync(dataDir, { recursive: true, force: true }),
  };
}

export type AnchorFixture = Awaited<ReturnType<typeof createAnchorFixture>>;

/** Copies the audit log and its anchors, as a backup does. Returns a function that restores them. */
export async function takeBackup(): Promise<() => Promise<void>> {
  const tables = `audit_entry, audit_head, ${anchorTables}, installation`.split(', ');
  const statements = (make: (table: string) => string) => tables.map(make);
  await executePastTriggers(
    ...statements((table) => `DROP TABLE IF EXISTS backup_${table}`),
    ...statements((table) => `CREATE TABLE backup_${table} AS TABLE ${table}`),
  );
  return () =>
    executePastTriggers(
      `TRUNCATE ${tables.join(', ')}`,
      ...statements((table) => `INSERT INTO ${table} SELECT * FROM backup_${table}`),
    );
}
