import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Migrates a database to this version, as `npm run migrate` does. */
export async function migrate(databaseUrl: string): Promise<void> {
  await run(process.execPath, ['--conditions=react-server', 'scripts/migrate.ts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DIRECT_URL: databaseUrl },
  });
}
