import fs from 'node:fs';
import pg from 'pg';
import { tCommands } from '#lib/messages/commands.ts';
import { dumpFixture } from './fixture.ts';

/**
 * `node scripts/database/upgrade/write-fixture.ts FILE`: writes the content of the database of DATABASE_URL as a fixture for the
 * upgrade test (scripts/database/upgrade). Use it on demo data only: secrets of the database come along.
 */
const [file] = process.argv.slice(2);
const url = process.env['DATABASE_URL'];
if (file === undefined || !url) throw new Error(tCommands('fixture.usage'));
const client = new pg.Client({ connectionString: url });
await client.connect();
try {
  const bytes = await dumpFixture(client);
  fs.writeFileSync(file, bytes);
  console.log(tCommands('fixture.wrote', { file, bytes: String(bytes.length) }));
} finally {
  await client.end();
}
