import fs from 'node:fs';
import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { testFolder } from '../database/test-folder.ts';
import { diffToSchema, listSchemaInventory } from './inventory.ts';

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
    const before = await listSchemaInventory(client);
    await client.query(await diffToSchema(database.url));
    const found = differences(before, await listSchemaInventory(client));
    console.log(found.length === 0 ? tCommands('migrate.agree') : found.join('\n'));
    return found.length === 0 ? 0 : 1;
  } finally {
    await client.end();
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
