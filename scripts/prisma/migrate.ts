import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { applyMigrations, readMigrations } from '#lib/database/migrate.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { projectFolder } from '../settings.ts';
import { diffToSchema, listSchemaInventory } from './inventory.ts';
import { chooseStamp } from './stamp.ts';

/** `--name add-something` as a part of a folder's name; null where there is none. */
function nameGiven(args: readonly string[]): string | null {
  const name = args[args.indexOf('--name') + 1] ?? '';
  const folder = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return args.includes('--name') && folder !== '' ? folder : null;
}

/**
 * `npm run migrate:dev -- --name add-something`: writes a migration for what changed in prisma/schema, against a
 * database that is thrown away. Look at the SQL before you commit it: Prisma recreates indexes with an operator class.
 */
async function main(): Promise<number> {
  const name = nameGiven(process.argv.slice(2));
  if (name === null) {
    console.error(tCommands('migrate.usage'));
    return 1;
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-migrate-'));
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await applyMigrations(client);
    const sql = await diffToSchema(database.url);
    const before = await listSchemaInventory(client);
    await client.query(sql);
    const after = await listSchemaInventory(client);
    if (before.size === after.size && [...before].every((line) => after.has(line))) {
      console.log(tCommands('migrate.nothing'));
      return 0;
    }
    const stamp = chooseStamp((await readMigrations()).at(-1)?.name, new Date());
    const folder = path.join('prisma', 'migrations', `${stamp}_${name}`);
    fs.mkdirSync(path.join(projectFolder, folder), { recursive: true });
    fs.writeFileSync(path.join(projectFolder, folder, 'migration.sql'), sql);
    console.log(tCommands('migrate.wrote', { file: `${folder}/migration.sql` }));
    return 0;
  } finally {
    await client.end();
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
