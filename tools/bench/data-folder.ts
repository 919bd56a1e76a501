import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { findFreePort } from '#scripts/database/ports.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { projectFolder, telemetryOff } from '#scripts/settings.ts';
import { endServer, startServer } from './child.ts';

export type Server = { readonly port: number; readonly process: ChildProcess };

/** The product in its production setup with its own database, which is deleted after the bench. */
export type BenchProduct = {
  readonly environment: NodeJS.ProcessEnv;
  readonly url: string;
  readonly databasePid: number;
  readonly businessId: string;
  /** The path of the callback address for deposits. */
  readonly path: string;
  readonly web: Server | null;
  readonly intake: Server | null;
  readonly logFolder: string;
  readonly end: () => Promise<void>;
};

const metricsToken = 'a-token-for-the-metrics-of-the-bench';

async function migrate(environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/migrate.ts'], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the migrations failed');
}

async function business(url: string): Promise<string> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('INSERT INTO business (id, name) VALUES ($1, $2)', [id, 'A business of the bench']);
  await client.end();
  return id;
}

/** Starts the product with these servers. Only the web app needs its build. */
export async function startBenchProduct(doors: readonly string[]): Promise<BenchProduct> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
  fs.chmodSync(folder, 0o755);
  const database = await startEmbeddedDatabase({ dataDir: folder, port: 0 });
  const key = 'a-callback-key-of-the-bench-that-is-long-enough';
  const [webPort, intakePort] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...telemetryOff,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DIRECT_URL: database.url,
    HOST: '127.0.0.1',
    PORT: String(webPort),
    INTAKE_PORT: String(intakePort),
    APP_URL: `http://127.0.0.1:${webPort}`,
    NEXTAUTH_SECRET: 'a-secret-of-the-bench-that-is-long-enough',
    CALLBACK_SECRETS: key,
    METRICS_TOKEN: metricsToken,
    // The payment read is off, so that only the callbacks are measured.
    SERVICE_PAYMENT_READ_PATH: '',
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
  };
  const started: ChildProcess[] = [];
  const end = async () => {
    await Promise.all(started.map(endServer));
    await database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate(environment);
    const businessId = await business(database.url);
    const start = async (script: string, port: number): Promise<Server> => {
      const log = path.join(folder, `${path.basename(script)}.log`);
      const child = startServer(script, environment, log);
      started.push(child);
      if (!(await waitForAnswer(`http://127.0.0.1:${port}/api/ready`, 60, () => child.exitCode !== null)))
        throw new Error(`${script} does not answer: ${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
      return { port, process: child };
    };
    const web = doors.includes('web') ? await start('scripts/web.ts', webPort) : null;
    const intake = doors.includes('intake') ? await start('scripts/intake.ts', intakePort) : null;
    const secret = createHmac('sha256', key).update(businessId).digest('base64url');
    return {
      environment,
      url: database.url,
      databasePid: database.pid,
      businessId,
      path: `/api/callbacks/${businessId}/${secret}/deposit-received`,
      web,
      intake,
      logFolder: folder,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Returns the number of transactions in which a server has stored callbacks. */
export async function countCommits({ port }: Server): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const text = await answer.text();
  return Number(/^countinghouse_callback_commits_total (\d+)/m.exec(text)?.[1] ?? 0);
}
