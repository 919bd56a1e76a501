import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { tDatabase } from '#lib/messages/database.ts';
import { isLockTimeout } from './errors.ts';
import { concurrentIndex, listLoneStatements } from './lone-statements.ts';
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
  /** Newer migrations that an older program can't work with. */
  readonly tooNew: readonly string[];
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

const appliedRow = z.object({
  migration_name: z.string(),
  checksum: z.string(),
  finished: z.boolean(),
});
const lockRow = z.object({ locked: z.boolean() });
const requirementRow = z.object({ migration: z.string(), oldest_program: z.string() });
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

/** Requirements of migrations. A migration without an entry works with every program. */
async function listRequirements(database: Queryable): Promise<z.infer<typeof requirementRow>[]> {
  const { rows } = await database.query(`SELECT to_regclass('schema_requirement') IS NOT NULL AS found`);
  if (!existsRow.parse(rows[0]).found) return [];
  const required = await database.query(
    'SELECT migration, oldest_program FROM schema_requirement ORDER BY migration',
  );
  return z.array(requirementRow).parse(required.rows);
}

function compare(
  migrations: readonly Migration[],
  applied: readonly z.infer<typeof appliedRow>[],
  requirements: readonly z.infer<typeof requirementRow>[],
): MigrationState {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const finished = new Set(applied.filter((row) => row.finished).map((row) => row.migration_name));
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !finished.has(name)),
    changed: applied
      .filter((row) => row.finished && files.has(row.migration_name))
      .filter((row) => files.get(row.migration_name)?.checksum !== row.checksum)
      .map((row) => row.migration_name),
    failed: applied.filter((row) => !row.finished).map((row) => row.migration_name),
    unknown: [...finished].filter((name) => !files.has(name)),
    tooNew: requirements.filter((row) => !files.has(row.oldest_program)).map((row) => row.migration),
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

/** Returns the name of the newest migration of this version. */
export const findNewestMigration = async (): Promise<string | null> =>
  (await readOwnMigrations()).at(-1)?.name ?? null;

/** Returns the state of the database. */
export async function readMigrationState(database: Queryable): Promise<MigrationState> {
  return compare(
    await readOwnMigrations(),
    await appliedMigrations(database),
    await listRequirements(database),
  );
}

/** Returns whether a database in this state can serve this version. */
export function isMigrated(state: MigrationState): boolean {
  const { pending, changed, failed, tooNew } = state;
  return [pending, changed, failed, tooNew].every((names) => names.length === 0);
}

/** Explains that the schema is newer than this program. Returns null when it isn't. */
export function describeNewerSchema({ tooNew }: MigrationState): string | null {
  if (tooNew.length === 0) return null;
  return tDatabase('readiness.tooNew', { migrations: tooNew.join(', ') });
}

function requireMigratable(state: MigrationState): void {
  const newer = describeNewerSchema(state);
  if (newer !== null) throw new MigrationError(newer);
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

/** An interrupted run leaves an index that is maintained but never used. It is dropped, so that a new one is made. */
async function dropInvalidIndex(client: Queryable, name: string): Promise<void> {
  const { rows } = await client.query(
    'SELECT true AS found FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [`"${name}"`],
  );
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
}

async function runMigration(client: Queryable, migration: Migration): Promise<void> {
  const lone = listLoneStatements(migration.sql);
  if (lone === null) {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await recordMigration(client, migration);
    await client.query('COMMIT');
    return;
  }
  for (const statement of lone) {
    const [, operation = '', index] = concurrentIndex.exec(statement) ?? [];
    if (index !== undefined && operation.toUpperCase() === 'CREATE') await dropInvalidIndex(client, index);
    await client.query(statement);
  }
  await recordMigration(client, migration);
}

/** Attempts of a migration that gives up its wait for a lock, so that nothing waits behind it for long. */
const lockAttempts = 30;
const lockPauseMs = 1_000;

async function applyMigration(client: Queryable, migration: Migration, attempt = 1): Promise<void> {
  try {
    await runMigration(client, migration);
  } catch (error) {
    await client.query('ROLLBACK');
    if (isLockTimeout(error) && attempt < lockAttempts) {
      await pause(lockPauseMs);
      return applyMigration(client, migration, attempt + 1);
    }
    throw new MigrationError(
      tDatabase('migration.failed', {
        name: migration.name,
        error: error instanceof Error ? error.message : tDatabase('migration.unknownError'),
      }),
      error,
    );
  }
}

/**
 * Migrates the database to this version. Each migration and its record share one transaction, except indexes that are
 * created CONCURRENTLY and procedures. Several processes may call this at once. `client` must be a single direct connection,
 * neither a pool nor a transaction pooler's.
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
    const state = compare(migrations, await appliedMigrations(client), await listRequirements(client));
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
