import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';

const migration = '20261218000031_packed_provenance';
const found = z.tuple([z.object({ found: z.boolean() })]);
const begun = z.tuple([z.object({ begun: z.boolean() })]);

/** The databases that have begun, by their pool. It is asked no more, because it stays. */
const begunDatabases = new WeakSet<object>();

/**
 * Returns true if the column `provenance` is written in its short form (`model/packed-provenance.ts`). While a program
 * may run that can't read it, the long form is written.
 */
export async function isProvenancePacked({ run }: PlainTransaction): Promise<boolean> {
  const pool = databasePool();
  if (begunDatabases.has(pool)) return true;
  const rows = await run('SELECT EXISTS (SELECT FROM schema_requirement WHERE migration = $1) AS found', [
    migration,
  ]);
  const isBegun = found.parse(rows)[0].found;
  if (isBegun) begunDatabases.add(pool);
  return isBegun;
}

/**
 * Begins the short form a day after its migration, once no older program was seen for an hour. From then on older
 * programs don't start with this database. Returns true if it begins now.
 */
export async function beginPackedProvenance(): Promise<boolean> {
  const { rows } = await databasePool().query('SELECT begin_packed_provenance() AS begun');
  return begun.parse(rows)[0].begun;
}
