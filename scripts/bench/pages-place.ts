import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { freePort } from '../database/ports.ts';
import { answers } from '../processes/answers.ts';
import { projectFolder, quietTools } from '../settings.ts';
import { endServer, startServer } from './child.ts';

/** The web app on a database with many payments, and somebody who may see them. */
export type PagesPlace = {
  readonly url: string;
  readonly address: string;
  readonly web: ChildProcess;
  readonly signIn: { readonly email: string; readonly password: string };
  readonly end: () => Promise<void>;
};

/** Always the same, so that the seed makes the same payments again. */
const businessId = '0b3c9a52-6f0e-4d1c-9d53-2f6a1e7b8c40';
const owner = { email: 'owner@bench.test', password: 'countinghouse-bench' };

async function runScript(script: string, environment: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['--conditions=react-server', script, ...args], {
    cwd: projectFolder,
    env: environment,
    // What they say is no line of the bench.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

/**
 * Starts the web app on DATABASE_URL where that is given (sign in with OWNER_EMAIL and OWNER_PASSWORD, which are set up
 * there where nobody is yet), else on a database of its own in `.data/bench-pages`, which is filled at the first run and
 * kept for the next.
 */
export async function openPages(payments: number): Promise<PagesPlace> {
  const folder = path.join(projectFolder, '.data', `bench-pages-${payments}`);
  fs.mkdirSync(folder, { recursive: true });
  const given = process.env['DATABASE_URL'];
  const database = given ? null : await startEmbeddedDatabase({ dataDir: folder, port: 0 });
  const url = given || database?.url || '';
  const port = await freePort('127.0.0.1');
  const address = `http://127.0.0.1:${port}`;
  const signIn = {
    email: process.env['OWNER_EMAIL'] || owner.email,
    password: process.env['OWNER_PASSWORD'] || owner.password,
  };
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...quietTools,
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DIRECT_URL: url,
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: address,
    NEXTAUTH_URL: address,
    DATA_DIR: folder,
    NEXTAUTH_SECRET: 'a-secret-of-the-bench-that-is-long-enough',
    CALLBACK_SECRETS: 'a-callback-key-of-the-bench-that-is-long-enough',
    SERVICE_PAYMENT_READ_PATH: '',
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
    BUSINESS_IDS: process.env['BUSINESS_IDS'] || businessId,
    OWNER_EMAIL: signIn.email,
    OWNER_PASSWORD: signIn.password,
    DEMO: '',
  };
  let web: ChildProcess | null = null;
  const end = async () => {
    if (web) await endServer(web);
    await database?.stop();
  };
  try {
    if (!given) {
      await runScript('scripts/migrate.ts', environment);
      await runScript('scripts/first-data.ts', environment);
      await runScript('scripts/seed.ts', environment, ['--payments', String(payments), '--force']);
    }
    const log = path.join(folder, 'web.log');
    const child = startServer('scripts/web.ts', environment, log);
    web = child;
    if (!(await answers(`${address}/api/ready`, 60, () => child.exitCode !== null)))
      throw new Error(`the web app does not answer: ${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
    return { url, address, web: child, signIn, end };
  } catch (error) {
    await end();
    throw error;
  }
}
