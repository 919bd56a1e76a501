import type pg from 'pg';
import { runPrisma } from './command-line.ts';

/** Every column, index, constraint and enum value, as PostgreSQL itself writes them down. */
const INVENTORY = `
  SELECT format('column %s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT format('enum %s %s', enumtypid::regtype, enumlabel) FROM pg_enum`;

export async function listSchemaInventory(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ line: string }>(INVENTORY);
  return new Set(rows.map((row) => row.line));
}

/** The SQL that Prisma thinks to lead from the database at `url` to prisma/schema. Throws Error with its words. */
export async function diffToSchema(url: string): Promise<string> {
  const { code, output } = await runPrisma(
    ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema', '--script'],
    { DATABASE_URL: url, DIRECT_URL: url },
  );
  if (code !== 0) throw new Error(output.trim());
  return output.replace(/^(?!--).*prisma\.config\.ts\.$/m, '').trimStart();
}
