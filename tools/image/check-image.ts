import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import * as z from 'zod';
import { tTooling } from '#lib/messages/commands.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { findFreePort } from '#scripts/database/ports.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { workerFlags } from '#scripts/processes/node-settings.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { projectFolder } from '#scripts/settings.ts';
import { planMemory, planRun, readMemory } from './plan.ts';

type Runner = 'docker' | 'podman';

const serverSide = '--conditions=react-server';
const migrate = ['node', serverSide, 'scripts/migrate.ts'];
const firstData = ['node', serverSide, 'tools/first-data/first-data.ts'];
const web = ['node', 'scripts/web.ts'];
const intake = ['node', serverSide, 'scripts/intake.ts'];
const worker = ['node', ...workerFlags, serverSide, 'scripts/worker.ts'];
const sandbox = ['node', 'sandbox/main.ts'];
/** Docker's operators mount a folder there. */
const backup = ['node', serverSide, 'scripts/backup.ts', '--to', '/tmp/backups', '--keep', '1'];
/** The setup adds demo data here. */
const onlyInDemo: readonly (readonly string[])[] = [sandbox, firstData];
/** Prints the user, and fails if the code of the product can be changed. */
const guard = [
  'node',
  '-e',
  `const fs = require('node:fs');
const canWrite = (file) => { try { fs.writeFileSync(file, ''); return true; } catch { return false; } };
const writable = ['/app/written', '/app/node_modules/written', '/etc/written', '/usr/local/bin/written'].filter(canWrite);
const isRoot = process.getuid() === 0;
console.log(JSON.stringify({ user: process.getuid(), writable }));
process.exit(isRoot || writable.length > 0 ? 1 : 0);`,
];

const secondsSince = (begun: number): string => ((performance.now() - begun) / 1_000).toFixed(1);

async function chooseEnvironment(databaseUrl: string): Promise<Record<string, string>> {
  const host = '127.0.0.1';
  const [port, intakePort] = [await findFreePort(host), await findFreePort(host)];
  const [workerPort, sandboxPort] = [await findFreePort(host), await findFreePort(host)];
  const service = `http://localhost:${sandboxPort}`;
  const secret = () => randomBytes(32).toString('hex');
  return {
    HOST: host,
    PORT: String(port),
    INTAKE_PORT: String(intakePort),
    WORKER_PORT: String(workerPort),
    APP_URL: `http://localhost:${port}`,
    CALLBACK_BASE_URL: `http://localhost:${intakePort}`,
    DATABASE_URL: databaseUrl,
    SANDBOX_HOST: host,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_BASE_URL: service,
    SANDBOX_PUBLIC_URL: service,
    SERVICE_BASE_URL: service,
    SERVICE_API_KEY: 'sandbox-key',
    SERVICE_API_SECRET: 'sandbox-secret',
    SERVICE_PAYMENT_READ_PATH: '/api/v1/payments/{paymentId}',
    NEXTAUTH_SECRET: secret(),
    CALLBACK_SECRETS: secret(),
    FACTOR_KEYS: secret(),
    BACKUP_PASSPHRASE: secret(),
  };
}

const signInLine = z.object({
  signIns: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
});

/** Returns the demo sign-ins that the setup part printed, a line for each role as `npm start` prints them. */
export function readSignIns(printed: string): string {
  const line = printed.split('\n').find((one) => one.startsWith('{"signIns"'));
  if (line === undefined) return '';
  return signInLine
    .parse(JSON.parse(line))
    .signIns.map(({ role, email, password }) => `${role} ${email} ${password}`)
    .join('\n');
}

/** Waits until a part answers, and prints the time since `begun`. */
async function requireAnswer(
  name: string,
  address: string,
  part: ChildProcess,
  begun: number,
): Promise<void> {
  if (!(await waitForAnswer(address, 120, () => part.exitCode !== null)))
    throw new Error(tTooling('image.noAnswer', { name }));
  console.log(tTooling('image.ready', { name, seconds: secondsSince(begun) }));
}

/** Drives the main job in a browser: create a payment, pay it, and see the callback on the open page. */
async function driveMainJob(
  environment: Readonly<Record<string, string>>,
  signIns: string,
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', 'e2e/get-paid.spec.ts', '--grep=49.90'],
    {
      cwd: projectFolder,
      stdio: 'inherit',
      env: {
        ...process.env,
        E2E_SIGN_INS: signIns,
        E2E_ADDRESS: environment['APP_URL'],
        E2E_SANDBOX: environment['SERVICE_BASE_URL'],
      },
    },
  );
  const [code] = await once(child, 'close');
  return code === 0;
}

/** Prints the memory that each part uses after the main job. */
function printMemory(runner: Runner, names: readonly string[]): void {
  const [program, ...args] = planMemory(runner, names);
  const memory = readMemory(execFileSync(program, args, { encoding: 'utf8' }));
  console.log(JSON.stringify({ memory }));
}

/**
 * Runs sandbox, setup, web, intake and worker from the image beside a database of its own, drives the main job, and backs up.
 * Prints the time until each part answers, and its memory. Returns true if the job succeeded.
 */
export async function checkImage(
  runner: Runner,
  images: { readonly product: string; readonly demo: string },
): Promise<boolean> {
  const dataDir = await testFolder('image');
  const database = await startEmbeddedDatabase({ dataDir, port: 0 });
  const environment = await chooseEnvironment(database.url);
  const started: { readonly name: string; readonly child: ChildProcess }[] = [];
  const run = (name: string, command: readonly string[]) => {
    const part = { name: `countinghouse-check-${process.pid}-${name}`, command, environment };
    const image = onlyInDemo.includes(command) ? images.demo : images.product;
    const [program, ...args] = planRun(runner, image, part);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.pipe(process.stdout, { end: false });
    started.push({ name: part.name, child });
    return child;
  };
  const finish = async (name: string, command: readonly string[]) => {
    const child = run(name, command);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const begun = performance.now();
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(tTooling('image.partFailed', { name, code: String(code) }));
    console.log(tTooling('image.ended', { name, seconds: secondsSince(begun) }));
    return printed;
  };
  /** One after the other, so that each time is the part's own. */
  const serve = async (name: string, command: readonly string[], address: string) => {
    const begun = performance.now();
    const child = run(name, command);
    await requireAnswer(name, address, child, begun);
    return child;
  };
  const at = (port: string) => `http://127.0.0.1:${environment[port]}`;
  try {
    await finish('guard', guard);
    await serve('sandbox', sandbox, `${at('SANDBOX_PORT')}/sandbox/api/businesses`);
    await finish('migrate', migrate);
    const signIns = readSignIns(await finish('setup', firstData));
    const parts = [
      await serve('intake', intake, `${at('INTAKE_PORT')}/api/ready`),
      await serve('worker', worker, `${at('WORKER_PORT')}/api/health`),
      await serve('web', web, `${at('PORT')}/api/ready`),
    ];
    const isDone = await driveMainJob(environment, signIns);
    await finish('backup', backup);
    printMemory(
      runner,
      started.filter(({ child }) => child.exitCode === null).map(({ name }) => name),
    );
    return isDone && parts.every(({ exitCode }) => exitCode === null);
  } finally {
    for (const { name, child } of started.reverse())
      if (child.exitCode === null) {
        spawn(runner, ['stop', '--time=10', name], { stdio: 'ignore' });
        await once(child, 'close');
      }
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
