import { applyMigrations, MigrationError } from '#lib/platform/migrate.ts';
import { connectPatiently } from './database/connect.ts';
import { StartFailure } from './database/failure.ts';
import { loadDotEnv } from './settings.ts';

/** `npm run migrate`: brings the database of DIRECT_URL or DATABASE_URL up to this version. */
async function main(): Promise<void> {
  loadDotEnv();
  const variable = process.env['DIRECT_URL'] ? 'DIRECT_URL' : 'DATABASE_URL';
  const url = process.env[variable];
  if (!url) {
    throw new StartFailure(
      'DATABASE_URL is missing: it should be a PostgreSQL address like postgresql://user:password@host:5432/name.',
    );
  }
  const client = await connectPatiently(url, variable);
  try {
    const applied = await applyMigrations(client);
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  } finally {
    await client.end();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof MigrationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
