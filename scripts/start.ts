import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { StartEnv } from '#lib/platform/env-schema.ts';
import { localAddress, readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { build, isBuilt } from './build.ts';
import type { EmbeddedDatabase } from './database/embedded.ts';
import { startEmbeddedDatabase } from './database/embedded.ts';
import { StartFailure } from './database/failure.ts';
import { freePort, portIsFree } from './database/ports.ts';
import { createEnvironment, dataFolder, makeSigningKey } from './environment.ts';
import { generate } from './generate.ts';
import type { SignIn } from './processes/first-data.ts';
import { loadFirstData } from './processes/first-data.ts';
import type { Part } from './processes/part.ts';
import { startPart } from './processes/part.ts';
import { removeRun, stopLeftoverProcesses, writeRun } from './processes/run-file.ts';
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

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
const print = (line: string) => console.log(`  ${line}`);

function noteRun(): void {
  const children = parts.flatMap((part) => {
    const pid = part.pid();
    return pid === undefined ? [] : [{ name: part.name, pid, script: part.script }];
  });
  writeRun(dataDir, { supervisor: process.pid, address, children });
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
  if (dataDir !== '') removeRun(dataDir);
  process.exit(exitCode);
}

function stopOnSignals(): void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      for (const part of parts) part.kill();
      return;
    }
    console.log(signal === 'SIGINT' ? '\n  Stopping …' : '  Stopping …');
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
  // The worker alone signs anchors: who takes over another part can't.
  const { AUDIT_SIGNING_KEYS: _keys, ...withoutKeys } = environment;
  const started = startPart({
    ...part,
    environment: part.name === 'worker' ? environment : withoutKeys,
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

type Ports = { readonly sandboxPort: number; readonly intakePort: number };

async function choosePorts(env: StartEnv): Promise<Ports> {
  if (!(await portIsFree(env.PORT, env.HOST))) {
    throw new StartFailure(
      `Port ${env.PORT} on ${env.HOST} is taken by another program (or HOST is not of this machine): set PORT to a free one, like PORT=${env.PORT + 100} npm start.`,
    );
  }
  const intakePort = await chooseIntakePort(env);
  if (env.SERVICE_BASE_URL !== undefined || (await portIsFree(env.SANDBOX_PORT, env.SANDBOX_HOST))) {
    return { intakePort, sandboxPort: env.SANDBOX_PORT };
  }
  const sandboxPort = await freePort(env.SANDBOX_HOST);
  print(`Port ${env.SANDBOX_PORT} is taken: the sandbox listens on ${sandboxPort} this time.`);
  return { intakePort, sandboxPort };
}

/** One that was named may stand in an address that the service was given: no other will do. */
async function chooseIntakePort(env: StartEnv): Promise<number> {
  if (await portIsFree(env.INTAKE_PORT, env.HOST)) return env.INTAKE_PORT;
  if (process.env.INTAKE_PORT)
    throw new StartFailure(
      `Port ${env.INTAKE_PORT} on ${env.HOST} is taken by another program: set INTAKE_PORT to a free one.`,
    );
  const intakePort = await freePort(env.HOST);
  print(`Port ${env.INTAKE_PORT} is taken: the intake listens on ${intakePort} this time.`);
  return intakePort;
}

/** A crashed database is started again on its port; the programs that use it reconnect by themselves. */
function watchDatabase(options: { dataDir: string; port: number }): void {
  const restarts: number[] = [];
  const watch = setInterval(async () => {
    if (isStopping || database?.isAlive() !== false) return;
    const now = Date.now();
    if (restarts.filter((at) => now - at < 60_000).length >= 5) {
      clearInterval(watch);
      console.error(
        `The database ended five times within a minute; its words are in ${dataDir}/postgres.log.`,
      );
      await stop(1);
      return;
    }
    restarts.push(now);
    database = undefined;
    print('The database ended and is started again.');
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
  environment.DATABASE_URL = started.url;
  delete environment.DIRECT_URL;
  delete environment.REPLICA_URLS;
  if (isStopping) return;
  watchDatabase({ dataDir, port: started.port });
  print(`Database   ${started.isReused ? 'was still running' : `started in ${seconds(since)}`}`);
}

function migrate(environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/migrate.ts'], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) return reject(new StartFailure(said.trim()));
      if (said.startsWith('Applied')) print(`Migrated   ${said.trim().split(',').length} migrations applied`);
      resolve();
    });
  });
}

async function startSandbox(environment: NodeJS.ProcessEnv): Promise<void> {
  const script = 'sandbox/main.ts';
  if (environment.DEMO !== 'true' || !fs.existsSync(path.join(projectFolder, script))) return;
  const since = performance.now();
  start({ name: 'sandbox', script }, environment);
  const isReady = await waitForAnswer(
    `${environment.SERVICE_BASE_URL}/sandbox/api/businesses`,
    60,
    () => isStopping,
  );
  if (isStopping) return;
  if (!isReady)
    throw new StartFailure(`The sandbox does not answer; its words are in ${dataDir}/logs/sandbox.log.`);
  print(`Sandbox    started in ${seconds(since)}`);
}

async function buildWeb(): Promise<void> {
  if (isDev || isBuilt()) return;
  const since = performance.now();
  print('Web        building, this takes about half a minute the first time …');
  await build({ shown: 'kept back' });
  print(`Web        built in ${seconds(since)}`);
}

async function startWeb(environment: NodeJS.ProcessEnv, env: StartEnv): Promise<void> {
  start({ name: 'web', script: 'scripts/web.ts', args: isDev ? ['--dev'] : [] }, environment);
  const { HOST, PORT } = env;
  if (await waitForAnswer(`${localAddress(HOST, PORT)}/api/ready`, 120, () => isStopping)) return;
  if (!isStopping)
    throw new StartFailure(`The web server does not answer; its words are in ${dataDir}/logs/web.log.`);
}

async function startIntake(environment: NodeJS.ProcessEnv, env: StartEnv, port: number): Promise<void> {
  start(
    { name: 'intake', script: 'scripts/intake.ts', nodeOptions: ['--conditions=react-server'] },
    environment,
  );
  if (await waitForAnswer(`${localAddress(env.HOST, port)}/api/ready`, 60, () => isStopping)) return;
  if (!isStopping)
    throw new StartFailure(`The intake does not answer; its words are in ${dataDir}/logs/intake.log.`);
}

function printSummary(environment: NodeJS.ProcessEnv, intake: string, signIns: readonly SignIn[]): void {
  const lines = ['', `Countinghouse is ready after ${seconds(begun)}:  ${address}`];
  lines.push(`It takes callbacks there and, whatever becomes of the web app, at:  ${intake}`);
  if (environment.DEMO === 'true')
    lines.push(`The payment service's sandbox:  ${environment.SERVICE_BASE_URL}/sandbox`);
  if (signIns.length > 0) lines.push('', 'Sign in with one of these:');
  const width = Math.max(0, ...signIns.map(({ email }) => email.length));
  for (const { role, email, password } of signIns) {
    lines.push(`  ${role.padEnd(12)}${email.padEnd(width + 3)}${password}`);
  }
  lines.push('', 'Ctrl-C stops it; the data stays.');
  console.log(`${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`);
}

async function main(): Promise<void> {
  loadDotEnv();
  const env = readStartEnv(process.env);
  dataDir = dataFolder(env);
  address = env.APP_URL ?? localAddress(env.HOST, env.PORT);
  stopOnSignals();

  const ended = await stopLeftoverProcesses(dataDir);
  if (ended.length > 0) print(`Ended what the last start left running: ${ended.join(', ')}.`);
  const { sandboxPort, intakePort } = await choosePorts(env);
  makeSigningKey(dataDir);
  const environment = createEnvironment(env, { sandboxPort, intakePort, isDev });
  noteRun();

  const generated = generate();
  const migrated = startDatabase(environment).then(() => migrate(environment));
  // One that was named runs already.
  const sandboxed = env.SERVICE_BASE_URL === undefined ? startSandbox(environment) : undefined;
  const built = generated.then(buildWeb);
  const filled = Promise.all([generated, migrated, sandboxed]).then(() => loadFirstData(environment, print));
  const served = Promise.all([built, migrated]).then(() =>
    isStopping ? undefined : startWeb(environment, env),
  );
  const taken = Promise.all([generated, migrated]).then(() =>
    isStopping ? undefined : startIntake(environment, env, intakePort),
  );
  const [signIns] = await Promise.all([filled, served, taken, built, migrated, sandboxed]);
  if (isStopping) return;
  if (fs.existsSync(path.join(projectFolder, 'scripts/worker.ts'))) {
    start(
      { name: 'worker', script: 'scripts/worker.ts', nodeOptions: ['--conditions=react-server'] },
      environment,
    );
  }
  printSummary(environment, localAddress(env.HOST, intakePort), signIns);
}

try {
  await main();
} catch (error) {
  // What fails because we are being stopped is no news.
  if (!isStopping) {
    console.error(error instanceof StartFailure || error instanceof SettingsError ? error.message : error);
    await stop(1);
  }
}
