import pg from 'pg';
import * as z from 'zod';

/**
 * Constraints, indexes and triggers that are set aside while rows are loaded. Foreign keys need an order of tables,
 * indexes are faster to build at once, and triggers would count or refuse rows that were counted and allowed before.
 */

const objectRow = z.object({ table: z.string(), name: z.string(), definition: z.string() });
type SchemaObject = z.infer<typeof objectRow>;

export type SchemaObjects = {
  readonly foreignKeys: readonly SchemaObject[];
  readonly indexes: readonly SchemaObject[];
  /** The definition is the state: O (enabled), D (disabled), R (replica) or A (always). */
  readonly triggers: readonly SchemaObject[];
};

const foreignKeysSql = `
  SELECT relname AS table, conname AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c JOIN pg_class r ON r.oid = conrelid
   WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY relname, conname`;
const indexesSql = `
  SELECT r.relname AS table, i.relname AS name, pg_get_indexdef(i.oid) AS definition
    FROM pg_index x JOIN pg_class i ON i.oid = indexrelid JOIN pg_class r ON r.oid = indrelid
   WHERE r.relnamespace = 'public'::regnamespace AND r.relname <> '_prisma_migrations' AND r.relkind = 'r'
     AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype <> 'f')
   ORDER BY r.relname, i.relname`;
const triggersSql = `
  SELECT relname AS table, tgname AS name, tgenabled::text AS definition
    FROM pg_trigger t JOIN pg_class r ON r.oid = tgrelid
   WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace ORDER BY relname, tgname`;

/** Reads the objects as they are now. */
export async function readSchemaObjects(client: pg.Client): Promise<SchemaObjects> {
  const list = async (sql: string) => z.array(objectRow).parse((await client.query(sql)).rows);
  return {
    foreignKeys: await list(foreignKeysSql),
    indexes: await list(indexesSql),
    triggers: await list(triggersSql),
  };
}

const quote = (name: string) => pg.escapeIdentifier(name);
const toTable = (name: string) => `public.${quote(name)}`;

/** Drops foreign keys and indexes and disables triggers, within the transaction that restores them. */
export async function suspendSchemaObjects(client: pg.Client, objects: SchemaObjects): Promise<void> {
  for (const { table, name } of objects.foreignKeys)
    await client.query(`ALTER TABLE ${toTable(table)} DROP CONSTRAINT ${quote(name)}`);
  for (const { name } of objects.indexes) await client.query(`DROP INDEX ${toTable(name)}`);
  for (const table of new Set(objects.triggers.map((trigger) => trigger.table)))
    await client.query(`ALTER TABLE ${toTable(table)} DISABLE TRIGGER USER`);
}

const enabling: Readonly<Record<string, string>> = {
  O: 'ENABLE',
  D: 'DISABLE',
  R: 'ENABLE REPLICA',
  A: 'ENABLE ALWAYS',
};

/** Builds the indexes, checks the foreign keys against all rows, and enables the triggers as they were. */
export async function restoreObjects(client: pg.Client, objects: SchemaObjects): Promise<void> {
  for (const { definition } of objects.indexes) await client.query(definition);
  for (const { table, name, definition } of objects.foreignKeys)
    await client.query(`ALTER TABLE ${toTable(table)} ADD CONSTRAINT ${quote(name)} ${definition}`);
  for (const { table, name, definition } of objects.triggers)
    await client.query(
      `ALTER TABLE ${toTable(table)} ${enabling[definition] ?? 'ENABLE'} TRIGGER ${quote(name)}`,
    );
}

/** Returns the names of objects that differ. */
export function listDifferences(before: SchemaObjects, after: SchemaObjects): string[] {
  const toKeys = ({ foreignKeys, indexes, triggers }: SchemaObjects) =>
    [...foreignKeys, ...indexes, ...triggers].map(({ table, name, definition }) =>
      [`${table}.${name}`, definition].join(' '),
    );
  return listUnmatched(toKeys(before), toKeys(after));
}

/** Returns the texts that only one of the two lists has. */
export function listUnmatched(one: readonly string[], other: readonly string[]): string[] {
  const [first, second] = [new Set(one), new Set(other)];
  return [...one.filter((text) => !second.has(text)), ...other.filter((text) => !first.has(text))];
}
