import fs from 'node:fs';
import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { countHouse } from './count-house.ts';

/** `npm run house`: prints the size of the database's schema and of the sources as one line of JSON. */
const dataDir = await testFolder('house');
const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
const client = new pg.Client({ connectionString: database.url });
try {
  await client.connect();
  await applyMigrations(client);
  console.log(JSON.stringify(await countHouse(client)));
} finally {
  await client.end();
  await database.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}
