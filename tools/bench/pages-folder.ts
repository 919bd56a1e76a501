import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findFreePort } from '#scripts/database/ports.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { projectFolder } from '#scripts/settings.ts';
import { endServer, startServer } from './child.ts';
import { benchEnvironment, benchOwner, openFilledDatabase } from './filled-database.ts';
import { connectTo } from './pages-database.ts';

/** The web app on a database with many payments, and a person who may see them. */
export type PagesProduct = {
  readonly url: string;
  readonly address: string;
  readonly web: ChildProcess;
  /** For further processes of the product. */
  readonly environment: NodeJS.ProcessEnv;
  readonly signIn: { readonly email: string; readonly password: string };
  readonly end: () => Promise<void>;
};

async function exemptFromFactor(url: string, email: string): Promise<void> {
  const client = await connectTo(url);
  await client.query('UPDATE person SET is_factor_exempt = true WHERE email = $1', [email]);
  await client.end();
}

/**
 * Starts the web app. With DATABASE_URL it uses that database and signs in with OWNER_EMAIL and OWNER_PASSWORD,
 * which are set up there where it has no people yet. Otherwise it uses its own database in `.data/bench-pages`,
 * which the first run fills.
 */
export async function startPagesProduct(payments: number): Promise<PagesProduct> {
  const folder = path.join(projectFolder, '.data', `bench-pages-${payments}`);
  fs.mkdirSync(folder, { recursive: true });
  const configuredUrl = process.env['DATABASE_URL'];
  const filled = configuredUrl ? null : await openFilledDatabase(folder, payments);
  const url = configuredUrl || filled?.url || '';
  const port = await findFreePort('127.0.0.1');
  const address = `http://127.0.0.1:${port}`;
  const signIn = {
    email: process.env['OWNER_EMAIL'] || benchOwner.email,
    password: process.env['OWNER_PASSWORD'] || benchOwner.password,
  };
  const environment: NodeJS.ProcessEnv = {
    ...benchEnvironment(url, folder),
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: address,
    NEXTAUTH_URL: address,
    // As in a sandbox, because the bench reads risk detail and has no second factor.
    SANDBOX_BASE_URL: 'http://127.0.0.1:9',
  };
  let web: ChildProcess | null = null;
  const end = async () => {
    if (web) await endServer(web);
    await filled?.stop();
  };
  try {
    await exemptFromFactor(url, signIn.email);
    const log = path.join(folder, 'web.log');
    const child = startServer('scripts/web.ts', environment, log);
    web = child;
    if (!(await waitForAnswer(`${address}/api/ready`, 60, () => child.exitCode !== null)))
      throw new Error(`the web app does not answer: ${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
    return { url, address, web: child, environment, signIn, end };
  } catch (error) {
    await end();
    throw error;
  }
}
