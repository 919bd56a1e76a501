import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { tDatabase } from '#lib/messages/commands.ts';
import { isLockTimeout } from './errors.ts';
import type { Queryable } from './session-settings.ts';
import { isUtc, setUtc } from './session-settings.ts';

/**
 * Applies prisma/migrations without Prisma's command line, which run-time hosts may lack. Records them as Prisma
 * does, so that `prisma migrate status` agrees.
 */

export type Migration = { readonly name: string; readonly checksum: string; readonly sql: string };

/** State of the database relative to the migrations of this version. */
export type MigrationState = {
  /** Not applied yet, in order. */
  readonly pending: readonly string[];
  /** Applied, but the file has changed since. */
  readonly changed: readonly string[];
  /** Started by another tool and never finished. */
  readonly failed: readonly string[];
  /** Applied by a newer version of the product. Older instances keep running. */
  readonly unknown: readonly string[];
  /** Newer migrations that an older program can't work with, by their names. */
  readonly tooNew: readonly string[];
  /** Created before the first release: it has migrations, but not the first one of this version. */
  readonly isUnreleased: boolean;
};

/** A migration that can't be applied. The message names it and the next step. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
  }
}

// The advisory lock of Prisma's own `migrate`.
const ADVISORY_LOCK = 72_707_369;
const LOCK_WAIT_MILLISECONDS = 120_000;

/** `20270105101500_contract_drop_old_columns`: removes what an older program reads or writes. */
const contractPattern = /^\d+_contract_/;

const appliedRow = z.object({
  migration_name: z.string(),
  checksum: z.string(),
  finished: z.boolean(),
});
const lockRow = z.object({ locked: z.boolean() });
const zoneRow = z.object({ TimeZone: z.string() });
const existsRow = z.object({ found: z.boolean() });

// Next's build follows these two paths and bundles exactly these files.
const usualFolder = () => path.join(process.cwd(), 'prisma', 'migrations');
const defaultFile = (name: string) => path.join(process.cwd(), 'prisma', 'migrations', name, 'migration.sql');

function migrationNames(folder: string | undefined) {
  return folder === undefined
    ? fs.readdir(usualFolder(), { withFileTypes: true })
    : fs.readdir(/* turbopackIgnore: true */ folder, { withFileTypes: true });
}

function migrationFile(folder: string | undefined, name: string): Promise<Buffer> {
  return folder === undefined
    ? fs.readFile(defaultFile(name))
    : fs.readFile(/* turbopackIgnore: true */ path.join(folder, name, 'migration.sql'));
}

/**
 * Returns the migrations in the order of their names with Prisma's checksum (SHA-256 of the file, hex). Default:
 * prisma/migrations.
 */
export async function readMigrations(folder?: string): Promise<Migration[]> {
  const entries = await migrationNames(folder);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await migrationFile(folder, name);
      return {
        name,
        checksum: createHash('sha256').update(bytes).digest('hex'),
        sql: bytes.toString('utf8'),
      };
    }),
  );
}

async function appliedMigrations(database: Queryable): Promise<z.infer<typeof appliedRow>[]> {
  const { rows } = await database.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`);
  if (!existsRow.parse(rows[0]).found) return [];
  const applied = await database.query(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return z.array(appliedRow).parse(applied.rows);
}

function compare(
  migrations: readonly Migration[],
  applied: readonly z.infer<typeof appliedRow>[],
): MigrationState {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const finished = new Set(applied.filter((row) => row.finished).map((row) => row.migration_name));
  const unknown = [...finished].filter((name) => !files.has(name));
  const [first] = migrations;
  return {
    isUnreleased: unknown.length > 0 && first !== undefined && !finished.has(first.name),
    pending: migrations.map(({ name }) => name).filter((name) => !finished.has(name)),
    changed: applied
      .filter((row) => row.finished && files.has(row.migration_name))
      .filter((row) => files.get(row.migration_name)?.checksum !== row.checksum)
      .map((row) => row.migration_name),
    failed: applied.filter((row) => !row.finished).map((row) => row.migration_name),
    unknown,
    tooNew: unknown.filter((name) => contractPattern.test(name)),
  };
}

let readOnce: Promise<Migration[]> | undefined;

/** Reads the migration files of this version once per process. */
function readOwnMigrations(): Promise<Migration[]> {
  readOnce ??= readMigrations().catch((error: unknown) => {
    readOnce = undefined;
    throw error;
  });
  return readOnce;
}

/** Returns the state of the database. */
export async function readMigrationState(database: Queryable): Promise<MigrationState> {
  return compare(await readOwnMigrations(), await appliedMigrations(database));
}

/** Returns whether a database in this state can serve this version. */
export function isMigrated(state: MigrationState): boolean {
  const { pending, changed, failed, tooNew } = state;
  return [pending, changed, failed, tooNew].every((names) => names.length === 0);
}

/** Explains why this program can never work with the schema: another version made it. Returns null when it can. */
export function describeOtherSchema({ tooNew, isUnreleased }: MigrationState): string | null {
  if (isUnreleased) return tDatabase('readiness.unreleased');
  if (tooNew.length === 0) return null;
  return tDatabase('readiness.tooNew', { migrations: tooNew.join(', ') });
}

function requireMigratable(state: MigrationState): void {
  const other = describeOtherSchema(state);
  if (other !== null) throw new MigrationError(other);
  const [changed] = state.changed;
  if (changed !== undefined) {
    throw new MigrationError(tDatabase('migration.changed', { name: changed }));
  }
  const [failed] = state.failed;
  if (failed !== undefined) {
    throw new MigrationError(tDatabase('migration.unfinished', { name: failed }));
  }
}

async function lock(client: Queryable): Promise<void> {
  for (const end = Date.now() + LOCK_WAIT_MILLISECONDS; Date.now() < end; await pause(200)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [ADVISORY_LOCK]);
    if (lockRow.parse(rows[0]).locked) return;
  }
  throw new MigrationError(tDatabase('migration.locked'));
}

const migrationsTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

async function recordMigration(client: Queryable, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** Callbacks wait behind a migration that waits for a lock. */
const lockTimeoutSeconds = 5;

async function applyMigration(client: Queryable, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '${lockTimeoutSeconds}s'`);
    await client.query(migration.sql);
    await recordMigration(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    const { name } = migration;
    if (isLockTimeout(error)) throw new MigrationError(tDatabase('migration.waited', { name }), error);
    const reason = error instanceof Error ? error.message : tDatabase('migration.unknownError');
    throw new MigrationError(tDatabase('migration.failed', { name, error: reason }), error);
  }
}

/**
 * Migrates the database to this version. Each migration and its record share one transaction. Several processes may call
 * this at once. `client` must be a single direct connection, neither a pool nor a transaction pooler's.
 * Returns the names of the applied migrations.
 *
 * @throws {MigrationError}
 */
export async function applyMigrations(
  client: Queryable,
  folder?: string,
  /** Only these migrations, for the schema of an older version. Default: all. */
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  await lock(client);
  try {
    await setUtc(client);
    const { rows } = await client.query('SHOW TimeZone');
    const zone = zoneRow.parse(rows[0]).TimeZone;
    if (!isUtc(zone)) throw new MigrationError(tDatabase('migration.timeZone', { zone }));
    await client.query(migrationsTable);
    const state = compare(migrations, await appliedMigrations(client));
    requireMigratable(state);
    const pending = migrations.filter(
      ({ name }) => state.pending.includes(name) && (only === undefined || only.has(name)),
    );
    for (const migration of pending) await applyMigration(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]);
  }
}
