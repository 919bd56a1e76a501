import { setAppRole } from '#lib/database/app-role.ts';
import { applyMigrations, MigrationError } from '#lib/database/migrate.ts';
import { prepareReadingVersion } from '#lib/database/reading-version.ts';
import { tCommands, tDatabase, tEmbeddedDatabase } from '#lib/messages/commands.ts';
import { compareReadingVersion, readingVersion } from '#lib/observations/model/reading-version.ts';
import { SettingsError } from '#lib/platform/env-schema.ts';
import { ensureAppLogin } from './database/app-login.ts';
import { connectWithRetry } from './database/connect.ts';
import { StartFailure } from './database/failure.ts';
import { defaultToUtc } from './database/time-zone.ts';
import { loadDotEnv } from './settings.ts';

type Client = Awaited<ReturnType<typeof connectWithRetry>>;

/**
 * `npm run migrate`: brings the database of DIRECT_URL or DATABASE_URL up to this version. Where DATABASE_URL's user is
 * another one, that user gets what the product needs, and no right to change the audit log. With --create-user, that
 * user is created first, or gets the password of DATABASE_URL.
 */
async function main(): Promise<void> {
  loadDotEnv();
  const variable = process.env['DIRECT_URL'] ? 'DIRECT_URL' : 'DATABASE_URL';
  const url = process.env[variable];
  if (!url) {
    throw new StartFailure(tEmbeddedDatabase('noAddress'));
  }
  const client = await connectWithRetry(url, variable);
  try {
    await keepUtc(client);
    const applied = await applyMigrations(client);
    console.log(
      applied.length === 0
        ? tCommands('migrate.current')
        : tCommands('migrate.applied', { names: applied.join(', ') }),
    );
    const reading = compareReadingVersion(await prepareReadingVersion(client, readingVersion));
    if (reading !== 'current') console.warn(tDatabase(`reading.${reading}`));
    const appUrl = process.env['DATABASE_URL'];
    if (appUrl && appUrl !== url) {
      if (process.argv.includes('--create-user')) await createUser(client, appUrl);
      await partRoles(client, appUrl);
    }
  } finally {
    await client.end();
  }
}

async function keepUtc(client: Client): Promise<void> {
  const changed = await defaultToUtc(client);
  if (changed !== null) console.log(changed);
}

async function createUser(owner: Client, appUrl: string): Promise<void> {
  const outcome = await ensureAppLogin(owner, appUrl);
  const user = decodeURIComponent(new URL(appUrl).username);
  if (outcome === 'created') console.log(tCommands('migrate.userCreated', { user }));
  if (outcome === 'changed') console.log(tCommands('migrate.userChanged', { user }));
}

async function partRoles(owner: Client, appUrl: string): Promise<void> {
  const app = await connectWithRetry(appUrl, 'DATABASE_URL');
  try {
    await keepUtc(app);
    const result = await setAppRole(owner, app);
    if (result.kind === 'held') console.log(tCommands('migrate.protected', { role: result.role }));
    if (result.kind === 'not held') console.warn(tCommands('migrate.unprotected', { role: result.role }));
  } finally {
    await app.end();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof SettingsError || error instanceof MigrationError))
    throw error;
  console.error(error.message);
  process.exitCode = 1;
}
