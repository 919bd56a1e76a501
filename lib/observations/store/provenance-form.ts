import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';

const begun = z.tuple([z.object({ begun: z.boolean() })]);

/**
 * Begins the short form of the column `provenance` (`model/packed-provenance.ts`) a day after its migration, once no older
 * program was seen for an hour. From then on older programs don't start with this database. Returns true if it begins now.
 */
export async function beginPackedProvenance(): Promise<boolean> {
  const { rows } = await databasePool().query('SELECT begin_packed_provenance() AS begun');
  return begun.parse(rows)[0].begun;
}
