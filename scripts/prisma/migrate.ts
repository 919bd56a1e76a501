import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readMigrations } from '#lib/database/migrate.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { projectFolder } from '../settings.ts';
import { diffToSchema } from './command-line.ts';
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

const schemaFolder = path.join('prisma', 'schema');

/**
 * `npm run migrate:dev -- --name add-something`: writes a migration for what changed in prisma/schema since the last commit.
 * Comparing with a database instead would drop what Prisma can't express, such as generated columns and operator classes.
 */
async function main(): Promise<number> {
  const name = nameGiven(process.argv.slice(2));
  if (name === null) {
    console.error(tCommands('migrate.usage'));
    return 1;
  }
  const folders = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-migrate-'));
  const [committed, dataDir] = [path.join(folders, 'committed'), path.join(folders, 'data')];
  fs.mkdirSync(committed);
  // Prisma compares two schemas without it, but doesn't start without a database.
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  try {
    const archive = execFileSync('git', ['archive', 'HEAD', schemaFolder], { cwd: projectFolder });
    execFileSync('tar', ['-x', '-C', committed], { input: archive });
    const variables = { DATABASE_URL: database.url, DIRECT_URL: database.url };
    const sql = await diffToSchema(['--from-schema', path.join(committed, schemaFolder)], variables);
    if (!/^[^-\n]/m.test(sql)) {
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
    await database.stop();
    fs.rmSync(folders, { recursive: true, force: true });
  }
}

process.exitCode = await main();
