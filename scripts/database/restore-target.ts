import { randomBytes } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import { tBackup } from '#lib/messages/commands.ts';
import { connectWithRetry } from './connect.ts';
import { StartFailure } from './failure.ts';

/** The database that a restore fills, under a temporary name until it is complete. */
export type RestoreTarget = {
  /** The address of the new database for the role that owns the tables. */
  readonly url: string;
  /** Gives the new database its name. Returns the new name of the previous one, or null if that was empty. */
  readonly finish: (stamp: string) => Promise<string | null>;
  /** Drops the unfinished new database. The previous one was never touched. */
  readonly discard: () => Promise<void>;
};

const stateRow = z.object({ name: z.string(), relations: z.coerce.number(), sessions: z.coerce.number() });

/** Returns the address of another database with the same account. */
export function replaceDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectWithRetry(url, 'DATABASE_URL');
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const readState = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query(
      `SELECT current_database() AS name,
              (SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
                  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')) AS relations,
              (SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS sessions`,
    );
    return stateRow.parse(rows[0]);
  });

/** A database that another program restored. */
type RestoredDatabase = { readonly hasAnchors: boolean };

const restoredRow = z.object({ inRecovery: z.boolean(), anchors: z.coerce.number() });

/**
 * Checks that the rules can be applied to a database that another program restored.
 * @throws StartFailure if the database is still in recovery, or in use
 */
export async function inspectRestoredDatabase(url: string): Promise<RestoredDatabase> {
  const { name, sessions } = await readState(url);
  const { inRecovery, anchors } = await withConnection(url, async (client) => {
    const { rows } = await client.query(
      `SELECT pg_is_in_recovery() AS "inRecovery", (SELECT count(*) FROM audit_anchor) AS anchors`,
    );
    return restoredRow.parse(rows[0]);
  });
  if (inRecovery) throw new StartFailure(tBackup('restore.inRecovery', { database: name }));
  if (sessions > 0) throw new StartFailure(tBackup('restore.inUse', { database: name, count: sessions }));
  return { hasAnchors: anchors > 0 };
}

const sizeRow = z.object({ bytes: z.coerce.number() });

/** Returns the size of a database in bytes, with its indexes. */
export const readDatabaseSize = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
    return sizeRow.parse(rows[0]).bytes;
  });

const isForbidden = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501';
const quote = (name: string) => pg.escapeIdentifier(name);

/**
 * Checks that the database may be replaced. Changes nothing.
 * @throws StartFailure if it isn't empty without `isForced`, or is in use.
 */
export async function requireReplaceable(
  url: string,
  isForced: boolean,
): Promise<{ readonly name: string; readonly isEmpty: boolean }> {
  const { name, relations, sessions } = await readState(url);
  const isEmpty = relations === 0;
  if (!isEmpty && !isForced) throw new StartFailure(tBackup('restore.notEmpty', { database: name }));
  if (sessions > 0) throw new StartFailure(tBackup('restore.inUse', { database: name, count: sessions }));
  return { name, isEmpty };
}

/**
 * Checks that the database may be replaced, and creates a new one beside it. Where the role can't create one, an empty
 * database is filled itself.
 * @throws StartFailure if it isn't empty without `isForced`, or is in use.
 */
export async function createRestoreTarget(url: string, isForced: boolean): Promise<RestoreTarget> {
  const { name, isEmpty } = await requireReplaceable(url, isForced);
  const maintenance = replaceDatabase(url, 'postgres');
  const temporary = `${name.slice(0, 40)}_restoring_${randomBytes(4).toString('hex')}`;
  const run = (...statements: readonly string[]) =>
    withConnection(maintenance, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  try {
    await run(`CREATE DATABASE ${quote(temporary)}`);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    if (!isEmpty) throw new StartFailure(tBackup('restore.noRight', { database: name }), error);
    return { url, finish: async () => null, discard: async () => undefined };
  }
  return {
    url: replaceDatabase(url, temporary),
    finish: async (stamp) => {
      const aside = `${name.slice(0, 40)}_before_${stamp}`;
      await run(
        'BEGIN',
        `ALTER DATABASE ${quote(name)} RENAME TO ${quote(aside)}`,
        `ALTER DATABASE ${quote(temporary)} RENAME TO ${quote(name)}`,
        'COMMIT',
      );
      if (!isEmpty) return aside;
      await run(`DROP DATABASE ${quote(aside)}`);
      return null;
    },
    discard: () => run(`DROP DATABASE IF EXISTS ${quote(temporary)} WITH (FORCE)`),
  };
}
