import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { runPrisma } from './command-line.ts';

/**
 * `npm run migrate:dev -- --name add-something`: writes a migration for what changed in prisma/schema, against a
 * database that is thrown away. Look at the SQL before you commit it.
 */
async function main(): Promise<number> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-migrate-'));
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  try {
    const variables = { DATABASE_URL: database.url, DIRECT_URL: database.url };
    const { code, output } = await runPrisma(['migrate', 'dev', ...process.argv.slice(2)], variables);
    console.log(output.trim());
    return code;
  } finally {
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
