import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { tBackup } from '#lib/messages/commands.ts';
import type { TableColumns } from './copy-out.ts';
import { listTables, toCopyTarget } from './copy-out.ts';
import { StartFailure } from './failure.ts';
import {
  listDifferences,
  listUnmatched,
  readSchemaObjects,
  restoreObjects,
  suspendSchemaObjects,
} from './schema-objects.ts';

/** Numbers that an interrupted or lost period may have used are skipped, so that none is used twice. */
export const sequenceReserve = 100_000n;

type LoadedTable = TableColumns & { readonly rows: number };

type Load = {
  readonly tables: readonly LoadedTable[];
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
  readonly openTable: (name: string) => Readable;
};

const toText = ({ name, columns }: TableColumns) => `${name} (${[...columns].sort().join(', ')})`;

/** @throws StartFailure if the archive has other tables or columns than the migrated database. */
async function requireSameTables(client: pg.Client, tables: readonly TableColumns[]): Promise<void> {
  const different = listUnmatched(tables.map(toText), (await listTables(client)).map(toText));
  if (different.length > 0)
    throw new StartFailure(tBackup('restore.otherSchema', { tables: different.slice(0, 3).join('; ') }));
}

async function loadTable(client: pg.Client, table: LoadedTable, source: Readable): Promise<void> {
  const target = client.query(copyFrom(`COPY ${toCopyTarget(table)} FROM STDIN`));
  await pipeline(source, target);
  if (target.rowCount !== table.rows)
    throw new StartFailure(
      tBackup('restore.rowsDiffer', {
        table: table.name,
        found: String(target.rowCount),
        expected: String(table.rows),
      }),
    );
}

/**
 * Replaces the rows of a freshly migrated database in one transaction. Triggers are disabled by the tables' owner
 * and enabled as they were, which is verified before the commit.
 */
export async function loadTables(client: pg.Client, { tables, sequences, openTable }: Load): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '256MB'`);
    await requireSameTables(client, tables);
    const objects = await readSchemaObjects(client);
    await suspendSchemaObjects(client, objects);
    const names = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
    await client.query(`TRUNCATE ${names.join(', ')}`);
    for (const table of tables) await loadTable(client, table, openTable(table.name));
    await restoreObjects(client, objects);
    const differences = listDifferences(objects, await readSchemaObjects(client));
    if (differences.length > 0)
      throw new StartFailure(tBackup('restore.objectsDiffer', { names: differences.slice(0, 3).join('; ') }));
    for (const { name, last } of sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint)', [
        `public.${pg.escapeIdentifier(name)}`,
        String(BigInt(last ?? '0') + sequenceReserve),
      ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await client.query('ANALYZE');
}
