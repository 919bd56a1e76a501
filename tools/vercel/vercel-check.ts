import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tTooling } from '#lib/messages/commands.ts';
import { batchLimits } from '#lib/payment-batches/model/fields.ts';
import { readEnv } from '#lib/platform/env-schema.ts';
import { isBuilt } from '#scripts/build.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { findFreePort } from '#scripts/database/ports.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { endChild } from '#scripts/processes/end-child.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { projectFolder, telemetryOff } from '#scripts/settings.ts';
import { checkCrons } from './check-crons.ts';
import { checkWrites } from './check-writes.ts';
import { findPgBouncer, measureFunctionBurst } from './measure-function-burst.ts';
import {
  listCronConflicts,
  listDurationConflicts,
  listLargeBodies,
  listWriters,
  readWebSources,
  vercelSettings,
} from './static-checks.ts';

/**
 * `npm run vercel:check [-- --skip-build] [--functions N]`: checks what can be known of a deployment on Vercel without an account. Prints a
 * line for each check and exits with 1 if one fails. A check that can't run here fails nothing and says why.
 */

type State = 'passed' | 'failed' | 'notRun';
type CheckName =
  | 'durations'
  | 'bodies'
  | 'writes'
  | 'observed'
  | 'updates'
  | 'crons'
  | 'bounded'
  | 'idempotent'
  | 'listen'
  | 'burst'
  | 'build';
const states: State[] = [];

function report(name: CheckName, state: State, detail: string): void {
  states.push(state);
  console.log(
    `${tTooling(`vercel.state.${state}`).padEnd(9)}${tTooling(`vercel.check.${name}`).padEnd(42)}${detail}`,
  );
}

function reportList(name: CheckName, problems: readonly string[], detail: string): void {
  report(
    name,
    problems.length === 0 ? 'passed' : 'failed',
    problems.length === 0 ? detail : problems.join('; '),
  );
}

const secret = 'a-secret-of-the-check-that-is-long-enough';
const cronSecret = 'a-token-of-the-check';
const cronBudgetMs = 40_000;
const demoOwner = { email: 'owner@demo.test', password: 'countinghouse-demo' };

async function chooseEnvironment(databaseUrl: string): Promise<Record<string, string>> {
  const sandboxPort = String(await findFreePort('127.0.0.1'));
  const service = `http://localhost:${sandboxPort}`;
  return {
    ...telemetryOff,
    VERCEL: '1',
    DATABASE_URL: databaseUrl,
    DIRECT_URL: '',
    APP_URL: 'http://localhost:3000',
    NEXTAUTH_SECRET: secret,
    CALLBACK_SECRETS: secret,
    CRON_SECRET: cronSecret,
    AUDIT_SIGNING_KEYS: '',
    SERVICE_BASE_URL: service,
    SERVICE_API_KEY: 'sandbox-key',
    SERVICE_API_SECRET: 'sandbox-secret',
    SERVICE_PAYMENT_READ_PATH: '/api/v1/payments/{paymentId}',
    SANDBOX_BASE_URL: service,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_HISTORY: 'false',
    // The web app must not write here.
    DATA_DIR: '/var/task/.data',
  };
}

/** Returns the longest body of a form submission. Next's default is 1 MB. */
function readActionLimit(): number {
  const config = fs.readFileSync(path.join(projectFolder, 'next.config.mjs'), 'utf8');
  return config.includes('bodySizeLimit') ? Number.POSITIVE_INFINITY : 1_048_576;
}

function checkSources(
  settings: ReturnType<typeof vercelSettings.parse>,
  environment: Record<string, string>,
): void {
  const sources = readWebSources();
  reportList(
    'durations',
    listDurationConflicts(settings, sources),
    tTooling('vercel.atMost', { most: '300 s' }),
  );
  const limits = { 'payment file chunk': batchLimits.chunkBytes, 'server action': readActionLimit() };
  reportList('bodies', listLargeBodies(limits), tTooling('vercel.atMost', { most: '1 MB' }));
  const { AUDIT_ANCHOR_FILE: anchorFile, LIVE_UPDATES: updates } = readEnv(environment);
  reportList(
    'writes',
    [...listWriters(sources), ...(anchorFile === undefined ? [] : [anchorFile])],
    tTooling('vercel.noWrites', { count: sources.length }),
  );
  reportList('updates', updates === 'poll' ? [] : [updates], 'poll');
}

async function runProgram(file: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=react-server', file], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(tTooling('vercel.programFailed', { file }));
}

/** Calls a cron route like Vercel's scheduler. */
async function callCron(route: string): Promise<number> {
  const { answerCronJob, answerDueJobs } = await import('#lib/jobs/index.ts');
  const request = new Request(`http://localhost:3000${route}`, {
    headers: { authorization: `Bearer ${cronSecret}` },
  });
  const response =
    route === '/api/cron'
      ? await answerDueJobs(request, cronBudgetMs)
      : await answerCronJob(request, path.basename(route), cronBudgetMs);
  return response.status;
}

async function checkAtDatabase(
  paths: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder: string,
  functions: number,
): Promise<void> {
  const sandbox = spawn(process.execPath, ['sandbox/main.ts'], {
    cwd: projectFolder,
    env: { ...environment, DATA_DIR: folder },
    stdio: 'ignore',
  });
  try {
    const address = `${environment['SERVICE_BASE_URL']}/sandbox/api/businesses`;
    if (!(await waitForAnswer(address, 60, () => sandbox.exitCode !== null)))
      throw new Error(tTooling('vercel.programFailed', { file: 'sandbox/main.ts' }));
    await runProgram('scripts/migrate.ts', environment);
    await runProgram('tools/first-data/first-data.ts', environment);
    const outcome = await checkCrons(environment['DATABASE_URL'] ?? '', paths, 60, callCron);
    reportList(
      'bounded',
      outcome.failures,
      tTooling('vercel.atMost', { most: `${outcome.slowestSeconds.toFixed(1)} s` }),
    );
    reportList('idempotent', outcome.repeated, tTooling('vercel.nothingTwice', { count: paths.length }));
    reportList('listen', outcome.listening, tTooling('vercel.noListener'));
    const pooler = findPgBouncer();
    if (pooler === null) report('burst', 'notRun', tTooling('vercel.noPooler'));
    else {
      const { failures, mostSessions } = await measureFunctionBurst(pooler, environment, folder, functions);
      const result = tTooling('vercel.burstResult', {
        failed: String(failures.length),
        functions: String(functions),
        mostSessions: String(mostSessions),
      });
      reportList('burst', failures.length === 0 ? [] : [result, ...new Set(failures)], result);
    }
  } finally {
    const { closeDatabase } = await import('#lib/database/close-database.ts');
    await closeDatabase();
    await endChild(sandbox);
  }
}

/** Builds like Vercel does, without a database. A type error stops it. */
function checkBuild(): void {
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--force'], {
    cwd: projectFolder,
    env: { ...process.env, ...telemetryOff, VERCEL: '1', DATABASE_URL: '', BUILD_STANDALONE: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  report('build', status === 0 ? 'passed' : 'failed', `${seconds} s`);
}

/** Runs the build in a process that may write to a temporary folder only. */
async function observeWrites(environment: NodeJS.ProcessEnv): Promise<void> {
  if (!isBuilt()) {
    report('observed', 'notRun', tTooling('vercel.noBuild'));
    return;
  }
  const { failures, requests } = await checkWrites(environment, demoOwner);
  reportList('observed', failures, tTooling('vercel.observedRequests', { count: requests }));
}

async function main(skipsBuild: boolean, functions: number): Promise<void> {
  const settings = vercelSettings.parse(
    JSON.parse(fs.readFileSync(path.join(projectFolder, 'vercel.json'), 'utf8')),
  );
  const folder = await testFolder('vercel');
  const database = await startEmbeddedDatabase({ dataDir: folder, port: 0, fsync: false });
  try {
    const environment = await chooseEnvironment(database.url);
    // The product reads its environment at the first use.
    Object.assign(process.env, environment);
    checkSources(settings, environment);
    const { jobs } = await import('#lib/jobs/index.ts');
    const names = jobs.map(({ name }) => name);
    reportList('crons', listCronConflicts(settings), tTooling('vercel.jobs', { count: names.length }));
    await checkAtDatabase(
      ['/api/cron', ...names.map((name) => `/api/cron/${name}`)],
      { ...process.env },
      folder,
      functions,
    );
    if (skipsBuild) report('build', 'notRun', '--skip-build');
    else checkBuild();
    await observeWrites({ ...process.env });
  } finally {
    await database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const failed = states.filter((state) => state === 'failed').length;
  const notRun = states.filter((state) => state === 'notRun').length;
  console.log(`\n${tTooling('vercel.summary', { failed, notRun }).trim()}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: {
    'skip-build': { type: 'boolean', default: false },
    functions: { type: 'string', default: '50' },
  },
});
await main(values['skip-build'], Number.parseInt(values.functions, 10));
