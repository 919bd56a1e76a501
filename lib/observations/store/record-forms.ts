import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';

const packedProvenance = '20261218000031_packed_provenance';
const shortAddressKeys = '20261223000018_short_address_keys';
const joinedProvenance = '20261223000030_joined_provenance';

/**
 * Forms of stored records that older programs can't read, by the migration that introduces each. A new database begins with
 * all of them.
 */
const recordForms = [
  '20261223000004_references_kept_by_deposits',
  shortAddressKeys,
  joinedProvenance,
] as const;

/** The forms in which rows are written. While a program may run that can't read one, the earlier form is written. */
export type WrittenForms = {
  /** The form of the column `provenance` (`model/packed-provenance.ts`, `model/joined-provenance.ts`). */
  readonly provenance: 'long' | 'packed' | 'joined';
  /** The key of an address is null where it equals the address. */
  readonly hasShortKeys: boolean;
};

const allForms: WrittenForms = { provenance: 'joined', hasShortKeys: true };
const found = z.array(z.object({ migration: z.string() }));

/** The databases that have begun with all forms, by their pool. They are asked no more, because it stays. */
const begunDatabases = new WeakSet<object>();

/** Returns the forms in which this database has its rows written. */
export async function readWrittenForms({ run }: PlainTransaction): Promise<WrittenForms> {
  const pool = databasePool();
  if (begunDatabases.has(pool)) return allForms;
  const rows = await run('SELECT migration FROM schema_requirement WHERE migration = ANY($1::text[])', [
    [packedProvenance, shortAddressKeys, joinedProvenance],
  ]);
  const migrations = new Set(found.parse(rows).map(({ migration }) => migration));
  const forms: WrittenForms = {
    provenance: migrations.has(joinedProvenance)
      ? 'joined'
      : migrations.has(packedProvenance)
        ? 'packed'
        : 'long',
    hasShortKeys: migrations.has(shortAddressKeys),
  };
  if (forms.provenance === 'joined' && forms.hasShortKeys) begunDatabases.add(pool);
  return forms;
}

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
