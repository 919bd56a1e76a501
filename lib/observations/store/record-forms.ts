import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';

/**
 * Forms of stored records that older programs can't read, by the migration that introduces each. A new database begins with
 * all of them.
 */
const recordForms = ['20261223000004_references_kept_by_deposits'] as const;

const begun = z.tuple([z.object({ begun: z.boolean() })]);

/**
 * Begins each form a day after its migration, once no older program was seen for an hour. From then on older programs don't
 * start with this database. Returns how many begin now.
 */
export async function beginRecordForms(): Promise<number> {
  let count = 0;
  for (const form of recordForms) {
    const { rows } = await databasePool().query('SELECT begin_record_form($1) AS begun', [form]);
    count += Number(begun.parse(rows)[0].begun);
  }
  return count;
}
