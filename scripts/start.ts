import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { tDatabase, tStart } from '#lib/messages/commands.ts';
import { listRemovedVariables } from '#lib/platform/env-removed-schema.ts';
import type { StartEnv } from '#lib/platform/env-schema.ts';
import { localAddress, readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { build, isBuilt } from './build.ts';
import { toAppAddress, toListenAddress } from './database/app-address.ts';
import type { EmbeddedDatabase } from './database/embedded.ts';
import { startEmbeddedDatabase } from './database/embedded.ts';
import { StartFailure } from './database/failure.ts';
import { createEnvironment, createSigningKey, resolveDataFolder } from './environment.ts';
import { generate } from './generate.ts';
import { choosePorts } from './processes/choose-ports.ts';
import { loadFirstData } from './processes/first-data.ts';
import { formatStep } from './processes/format-step.ts';
import { formatSummary } from './processes/format-summary.ts';
import { workerFlags } from './processes/node-settings.ts';
import type { Part } from './processes/part.ts';
import { startPart } from './processes/part.ts';
import {
  removeRunningProcesses,
  stopLeftoverProcesses,
  storeRunningProcesses,
} from './processes/run-file.ts';
import { waitForAnswer } from './processes/wait-for-answer.ts';
import { loadDotEnv, projectFolder } from './settings.ts';

/**
 * `npm start`: the whole product on this machine. Database, sandbox, build, migrations, first data, web, intake and
 * worker are started as early as each can be, watched, and stopped in the order in which they need each other.
 */

const begun = performance.now();
const isDev = process.argv.includes('--dev');
const parts: Part[] = [];
let database: EmbeddedDatabase | undefined;
let databaseStarting: Promise<EmbeddedDatabase> | undefined;
let dataDir = '';
let address = '';
let isStopping = false;

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);
const print = (line: string) => console.log(`  ${line}`);
const reportStep = (step: 'database' | 'migrations' | 'sandbox' | 'web', line: string) =>
  print(formatStep(step, line));

function noteRun(): void {
  const children = parts.flatMap((part) => {
    const pid = part.pid();
    return pid === undefined ? [] : [{ name: part.name, pid, script: part.script }];
  });
  storeRunningProcesses(dataDir, { supervisor: process.pid, address, children });
}

/** Lets web, intake and worker finish, then the sandbox, then the database. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const users = parts.filter((part) => part.name !== 'sandbox');
  await Promise.all(users.map((part) => part.stop()));
  await Promise.all(parts.map((part) => part.stop()));
  // One that is only just starting is waited for, so that it is not left behind.
  await (await databaseStarting?.catch(() => undefined))?.stop();
  await database?.stop();
  if (dataDir !== '') removeRunningProcesses(dataDir);
  process.exit(exitCode);
}

function stopOnSignals(): void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      for (const part of parts) part.kill();
      return;
    }
    console.log(`${signal === 'SIGINT' ? '\n' : ''}  ${tStart('stopping')}`);
    void stop(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The terminal may be closed before us.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** Starts a part; `environment` may still change until it is called. */
function start(
  part: { name: string; script: string; nodeOptions?: string[]; args?: string[] },
  environment: NodeJS.ProcessEnv,
): Part {
  // Only the worker signs anchors and only the web app checks second factors, so that a compromised other part can't.
  const { AUDIT_SIGNING_KEYS, FACTOR_KEYS, DIRECT_URL, ...withoutKeys } = environment;
  const direct = DIRECT_URL
    ? { DIRECT_URL: toListenAddress(DIRECT_URL, environment.DATABASE_URL ?? '') }
    : {};
  const keys = part.name === 'worker' ? { AUDIT_SIGNING_KEYS } : part.name === 'web' ? { FACTOR_KEYS } : {};
  const started = startPart({
    ...part,
    environment: { ...withoutKeys, ...keys, ...direct },
    logFolder: path.join(dataDir, 'logs'),
    output: isDev ? 'terminal' : 'log',
    say: print,
    onStart: () => queueMicrotask(noteRun),
    onGivenUp: (line) => {
      console.error(line);
      void stop(1);
    },
  });
  parts.push(started);
  return started;
}

/** Restarts a crashed database on its port. The programs that use it reconnect. */
function watchDatabase(options: { dataDir: string; port: number }): void {
  const restarts: number[] = [];
  const watch = setInterval(async () => {
    if (isStopping || database?.isAlive() !== false) return;
    const now = Date.now();
    if (restarts.filter((at) => now - at < 60_000).length >= 5) {
      clearInterval(watch);
      console.error(tStart('databaseFailed', { log: `${dataDir}/postgres.log` }));
      await stop(1);
      return;
    }
    restarts.push(now);
    database = undefined;
    print(tStart('databaseEnded'));
    try {
      const again = await startEmbeddedDatabase({ ...options, say: print });
      if (isStopping) await again.stop();
      else database = again;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      await stop(1);
    }
  }, 500);
  watch.unref();
}

async function startDatabase(environment: NodeJS.ProcessEnv): Promise<void> {
  if (process.env.DATABASE_URL) return;
  const since = performance.now();
  databaseStarting = startEmbeddedDatabase({ dataDir, say: print });
  const started = await databaseStarting;
  database = started;
  databaseStarting = undefined;
  environment.DATABASE_URL = toAppAddress(started.url, dataDir);
  delete environment.DIRECT_URL;
  if (isStopping) return;
  watchDatabase({ dataDir, port: started.port });
  reportStep(
    'database',
    started.isReused ? tStart('adopted') : tStart('started', { seconds: seconds(since) }),
  );
}

/** Returns the environment with the owner of the tables. The user of the parts is not the owner of an embedded database. */
const asOwner = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  database === undefined ? environment : { ...environment, DIRECT_URL: database.url };

function migrate(environment: NodeJS.ProcessEnv): Promise<void> {
  const createUser = database === undefined ? [] : ['--create-user'];
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/migrate.ts', ...createUser], {
    cwd: projectFolder,
    env: asOwner(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) return reject(new StartFailure(output.trim()));
      const count = output.match(/\b\d{14}_\w+/g)?.length ?? 0;
      if (count > 0) reportStep('migrations', tStart('migrated', { count }));
      for (const state of ['outdated', 'unknown', 'newer'] as const)
        if (output.includes(tDatabase(`reading.${state}`)))
          reportStep('migrations', tDatabase(`reading.${state}`));
      resolve();
    });
  });
}

async function startSandbox(environment: NodeJS.ProcessEnv): Promise<void> {
  const script = 'sandbox/main.ts';
  if (!fs.existsSync(path.join(projectFolder, script))) return;
  const since = performance.now();
  start({ name: 'sandbox', script }, environment);
  const isReady = await waitForAnswer(
    `${environment.SERVICE_BASE_URL}/sandbox/api/businesses`,
    60,
    () => isStopping,
  );
  if (isStopping) return;
  if (!isReady)
    throw new StartFailure(tStart('noAnswer', { part: 'sandbox', log: `${dataDir}/logs/sandbox.log` }));
  reportStep('sandbox', tStart('started', { seconds: seconds(since) }));
}

async function buildWeb(): Promise<void> {
  if (isDev || isBuilt()) return;
  const since = performance.now();
  reportStep('web', tStart('building'));
  await build({ shown: 'kept back' });
  reportStep('web', tStart('built', { seconds: seconds(since) }));
}

async function startWeb(environment: NodeJS.ProcessEnv, env: StartEnv): Promise<void> {
  start({ name: 'web', script: 'scripts/web.ts', args: isDev ? ['--dev'] : [] }, environment);
  const { HOST, PORT } = env;
  if (await waitForAnswer(`${localAddress(HOST, PORT)}/api/ready`, 120, () => isStopping)) return;
  if (!isStopping)
    throw new StartFailure(tStart('noAnswer', { part: 'web', log: `${dataDir}/logs/web.log` }));
}

async function startIntake(environment: NodeJS.ProcessEnv, env: StartEnv, port: number): Promise<void> {
  start(
    { name: 'intake', script: 'scripts/intake.ts', nodeOptions: ['--conditions=react-server'] },
    environment,
  );
  if (await waitForAnswer(`${localAddress(env.HOST, port)}/api/ready`, 60, () => isStopping)) return;
  if (!isStopping)
    throw new StartFailure(tStart('noAnswer', { part: 'intake', log: `${dataDir}/logs/intake.log` }));
}

async function main(): Promise<void> {
  loadDotEnv();
  const env = readStartEnv(process.env);
  for (const line of listRemovedVariables(process.env)) print(line);
  dataDir = resolveDataFolder(env);
  address = env.APP_URL ?? localAddress(env.HOST, env.PORT);
  stopOnSignals();

  const ended = await stopLeftoverProcesses(dataDir);
  if (ended.length > 0) print(tStart('leftovers', { names: ended.join(', ') }));
  const { sandboxPort, intakePort } = await choosePorts(env, print);
  createSigningKey(dataDir);
  const environment = createEnvironment(env, { sandboxPort, intakePort, isDev });
  noteRun();

  const generated = generate();
  const migrated = startDatabase(environment).then(() => migrate(environment));
  // A service of your own is already running.
  const sandboxed = env.SERVICE_BASE_URL === undefined ? startSandbox(environment) : undefined;
  const built = generated.then(buildWeb);
  const filled = Promise.all([generated, migrated, sandboxed]).then(() => loadFirstData(environment, print));
  const served = Promise.all([built, migrated]).then(() =>
    isStopping ? undefined : startWeb(environment, env),
  );
  const taken = Promise.all([generated, migrated]).then(() =>
    isStopping ? undefined : startIntake(environment, env, intakePort),
  );
  const [firstSignIns] = await Promise.all([filled, served, taken, built, migrated, sandboxed]);
  if (isStopping) return;
  if (fs.existsSync(path.join(projectFolder, 'scripts/worker.ts'))) {
    start(
      {
        name: 'worker',
        script: 'scripts/worker.ts',
        nodeOptions: [...workerFlags, '--conditions=react-server'],
      },
      environment,
    );
  }
  const isSandbox = environment.SERVICE_BASE_URL === environment.SANDBOX_BASE_URL;
  const sandbox = isSandbox ? `${environment.SERVICE_BASE_URL}/sandbox` : null;
  const intake = localAddress(env.HOST, intakePort);
  console.log(formatSummary({ seconds: seconds(begun), address, intake, sandbox, firstSignIns }));
}

try {
  await main();
} catch (error) {
  // Failures while stopping are expected.
  if (!isStopping) {
    console.error(error instanceof StartFailure || error instanceof SettingsError ? error.message : error);
    await stop(1);
  }
}
