import 'server-only';
import * as z from 'zod';
import type { RoleRights } from './app-role.ts';
import { readRoleRights } from './app-role.ts';
import { databasePool } from './pools.ts';

/** Facts about the database server, as far as this role may read them. */
export type ServerFacts = RoleRights & {
  readonly version: string;
  /** Size of this database in bytes. */
  readonly bytes: number;
  /** The server's data folder. Null if this role may not read the setting. */
  readonly dataFolder: string | null;
};

const factsRow = z.object({
  version: z.string(),
  bytes: z.coerce.number(),
  folder: z.string().nullable(),
});

/** Reads version, size, data folder and rights. Rejects if the database doesn't answer or isn't migrated. */
export async function readServerFacts(): Promise<ServerFacts> {
  const pool = databasePool();
  const { rows } = await pool.query(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
            (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder`,
  );
  const { version, bytes, folder } = factsRow.parse(rows[0]);
  return { version, bytes, dataFolder: folder, ...(await readRoleRights(pool)) };
}

/** Returns the driver's reason why the database doesn't answer, or null if it does. It contains no password. */
export async function findConnectionFailure(): Promise<string | null> {
  try {
    await databasePool().query('SELECT 1');
    return null;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    return error.message === '' && 'code' in error ? String(error.code) : error.message;
  }
}
