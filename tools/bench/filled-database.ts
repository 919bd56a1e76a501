import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { projectFolder, telemetryOff } from '#scripts/settings.ts';

/** A fixed id, so that the seed always makes the same payments. */
const businessId = '0b3c9a52-6f0e-4d1c-9d53-2f6a1e7b8c40';
export const benchOwner = { email: 'owner@bench.test', password: 'seven slow trains at noon' } as const;

/** Returns the environment of the product's processes in a bench, without their addresses. */
export const benchEnvironment = (url: string, folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...telemetryOff,
  NODE_ENV: 'production',
  DATABASE_URL: url,
  DIRECT_URL: url,
  DATA_DIR: folder,
  NEXTAUTH_SECRET: 'a-secret-of-the-bench-that-is-long-enough',
  CALLBACK_SECRETS: 'a-callback-key-of-the-bench-that-is-long-enough',
  SERVICE_PAYMENT_READ_PATH: '',
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  SERVICE_API_KEY: 'key',
  SERVICE_API_SECRET: 'secret',
  BUSINESS_IDS: process.env['BUSINESS_IDS'] || businessId,
  OWNER_EMAIL: process.env['OWNER_EMAIL'] || benchOwner.email,
  OWNER_PASSWORD: process.env['OWNER_PASSWORD'] || benchOwner.password,
});

async function runScript(script: string, environment: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['--conditions=react-server', script, ...args], {
    cwd: projectFolder,
    env: environment,
    // Their output goes to stderr, because stdout holds the figures.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

/** Opens a database in this folder with this number of payments. The first run fills it, and later runs reuse it. */
export async function openFilledDatabase(
  folder: string,
  payments: number,
): Promise<{ url: string; environment: NodeJS.ProcessEnv; stop: () => Promise<void> }> {
  fs.mkdirSync(folder, { recursive: true });
  const database = await startEmbeddedDatabase({ dataDir: folder, port: 0, fsync: false });
  const environment = benchEnvironment(database.url, folder);
  try {
    await runScript('scripts/migrate.ts', environment);
    await runScript('tools/first-data/first-data.ts', environment);
    await runScript('tools/seed/seed.ts', environment, ['--payments', String(payments), '--force']);
    return { url: database.url, environment, stop: () => database.stop() };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
