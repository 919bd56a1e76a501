import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { applyMigrations } from '#lib/platform/migrate.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { runPrisma } from './command-line.ts';

/** `node --conditions=react-server scripts/prisma/drift.ts`: do the migrations lead to prisma/schema exactly? */
async function main(): Promise<number> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-drift-'));
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await applyMigrations(client);
    // The applier's own book is not part of the schema.
    await client.query('DROP TABLE _prisma_migrations');
    await client.end();
    const { code, output } = await runPrisma(
      ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema', '--exit-code'],
      { DATABASE_URL: database.url, DIRECT_URL: database.url },
    );
    console.log(code === 0 ? 'The migrations and prisma/schema agree.' : output.trim());
    return code === 0 ? 0 : 1;
  } finally {
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
