import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import * as z from 'zod';
import { setUtc } from '#lib/database/session-settings.ts';

/** A table of the schema with its stored columns. */
export type TableColumns = { readonly name: string; readonly columns: readonly string[] };

export type Snapshot = {
  readonly at: string;
  readonly postgresql: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly TableColumns[];
};

const aboutRow = z.object({ at: z.string(), version: z.string() });
const migrationRow = z.object({ name: z.string(), checksum: z.string() });
const tableRow = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
const sequenceRow = z.object({ name: z.string(), last: z.string().nullable() });

/** Unlogged tables hold nothing that outlives a crash. The list of migrations is in the manifest. */
const tablesSql = `
  SELECT relation.relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class relation
    JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
   WHERE relation.relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
     AND relation.relname <> '_prisma_migrations'
   GROUP BY relation.oid, relation.relname, relation.relpages
   ORDER BY relation.relpages DESC, relation.relname`;

/** Lists the tables of the schema whose rows are copied, the largest first. */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  return z.array(tableRow).parse((await client.query(tablesSql)).rows);
}

const existsRow = z.object({ found: z.boolean() });

/**
 * Begins a read-only transaction whose snapshot every later statement reads. Everything that was committed before its
 * time is included. Returns null if the database isn't migrated.
 */
export async function beginSnapshot(client: pg.Client): Promise<Snapshot | null> {
  await setUtc(client);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`);
  const about = await client.query(
    `SELECT to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, current_setting('server_version') AS version`,
  );
  const { at, version } = aboutRow.parse(about.rows[0]);
  const migrated = await client.query(`SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS found`);
  if (!existsRow.parse(migrated.rows[0]).found) return null;
  const migrations = await client.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
      WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
  );
  return {
    at,
    postgresql: version,
    migrations: z.array(migrationRow).parse(migrations.rows),
    tables: await listTables(client),
  };
}

const quote = (name: string) => pg.escapeIdentifier(name);

/** Returns the part of a COPY that names the table and its columns. */
export const toCopyTarget = ({ name, columns }: TableColumns): string =>
  `public.${quote(name)} (${columns.map(quote).join(', ')})`;

/** Keeps migrations from changing the tables until the end of the transaction. Reads and writes go on. */
export async function lockTables(client: pg.Client, tables: readonly TableColumns[]): Promise<void> {
  const names = tables.map(({ name }) => `public.${quote(name)}`).join(', ');
  await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
}

/** A table's rows in PostgreSQL's text format. `countRows` works after the end of the stream. */
export type CopiedTable = { readonly stream: Readable; readonly countRows: () => Promise<number> };

/** Streams a table from the snapshot. */
export function copyTable(client: pg.Client, table: TableColumns): CopiedTable {
  const stream = client.query(copyTo(`COPY ${toCopyTarget(table)} TO STDOUT`));
  const countRows = async () => {
    // The count arrives after the rows, and before the answer to the next statement.
    await client.query('SELECT 1');
    return stream.rowCount;
  };
  return { stream, countRows };
}

/** Reads the sequences. They aren't part of a snapshot, so they are read last: no copied row is beyond them. */
export async function readSequences(
  client: pg.Client,
): Promise<{ readonly name: string; readonly last: string | null }[]> {
  const { rows } = await client.query(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'
      ORDER BY sequencename`,
  );
  return z.array(sequenceRow).parse(rows);
}
