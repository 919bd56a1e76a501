import fs from 'node:fs';
import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { testFolder } from '../database/test-folder.ts';
import { diffToSchema } from './command-line.ts';

/** Every column, index, constraint and enum value, as PostgreSQL itself writes them down. */
const inventorySql = `
  SELECT format('column %s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT format('enum %s %s', enumtypid::regtype, enumlabel) FROM pg_enum`;

async function listInventory(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ line: string }>(inventorySql);
  return new Set(rows.map(({ line }) => line));
}

function differences(before: Set<string>, after: Set<string>): string[] {
  return [
    ...[...before]
      .filter((line) => !after.has(line))
      .map((line) => tCommands('migrate.onlyInMigrations', { line })),
    ...[...after]
      .filter((line) => !before.has(line))
      .map((line) => tCommands('migrate.onlyInSchema', { line })),
  ].sort();
}

/**
 * `node --conditions=react-server scripts/prisma/drift.ts`: do the migrations lead to prisma/schema? Prisma does not
 * see the operator class of a B-tree index and reports such an index as different. So what it would change is
 * carried out, and only what that really alters counts.
 */
async function main(): Promise<number> {
  const dataDir = await testFolder('drift');
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await applyMigrations(client);
    const before = await listInventory(client);
    const variables = { DATABASE_URL: database.url, DIRECT_URL: database.url };
    await client.query(await diffToSchema(['--from-config-datasource'], variables));
    const found = differences(before, await listInventory(client));
    console.log(found.length === 0 ? tCommands('migrate.agree') : found.join('\n'));
    return found.length === 0 ? 0 : 1;
  } finally {
    await client.end();
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
