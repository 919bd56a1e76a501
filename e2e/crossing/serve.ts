import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#scripts/database/ports.ts';

export type Server = {
  readonly address: string;
  /** Milliseconds until it answered, which shows how fast this machine is. */
  readonly startMs: number;
  stop(): Promise<void>;
};

const startTimeoutMs = 5 * 60_000;
export const callbackKey = 'a-callback-key-of-the-crossing-test';
const cronSecret = 'a-cron-secret-of-the-crossing-test';

/** Copies the production build without its proxy, to test that the remaining checks hold alone. */
export async function withoutProxy(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countinghouse-bare-'));
  for (const name of ['lib', 'node_modules', 'prisma', 'public'])
    await symlink(path.resolve(name), path.join(folder, name), 'junction');
  for (const name of ['package.json', 'next.config.mjs', 'scripts'])
    await cp(name, path.join(folder, name), { recursive: true });
  const unneeded = path.resolve('.next', 'cache');
  await cp('.next', path.join(folder, '.next'), {
    recursive: true,
    filter: (source) => path.resolve(source) !== unneeded && !/\.next.(dev|trace)/.test(source),
  });
  const file = path.join(folder, '.next', 'server', 'functions-config-manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  delete manifest.functions['/_middleware'];
  await writeFile(file, JSON.stringify(manifest));
  return folder;
}

/** Serves the build in `folder`, with a payment service that never responds. */
export async function serve(
  folder: string,
  options: { databaseUrl: string; secret: string; more?: Readonly<Record<string, string>> },
): Promise<Server> {
  const port = await findFreePort();
  const address = `http://localhost:${port}`;
  await mkdir(path.join(folder, 'test-results'), { recursive: true });
  const since = performance.now();
  const started = spawn(process.execPath, [path.join(folder, 'scripts', 'web.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: address,
      DATABASE_URL: options.databaseUrl,
      DIRECT_URL: options.databaseUrl,
      NEXTAUTH_SECRET: options.secret,
      CALLBACK_SECRETS: callbackKey,
      METRICS_TOKEN: 'a-metrics-token-of-the-crossing-test',
      CRON_SECRET: cronSecret,
      SERVICE_BASE_URL: 'http://127.0.0.1:9',
      // A sandbox, so that the people of the test see risk detail without a second factor.
      SANDBOX_BASE_URL: 'http://127.0.0.1:9',
      SERVICE_API_KEY: 'key',
      SERVICE_API_SECRET: 'secret',
      ...options.more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  const stop = async () => {
    started.kill('SIGTERM');
    await ended;
  };
  for (
    const until = Date.now() + startTimeoutMs;
    Date.now() < until && started.exitCode === null;
    await pause(100)
  ) {
    const ready = await fetch(`${address}/api/ready`).catch(() => null);
    if (ready?.ok) return { address, startMs: performance.now() - since, stop };
  }
  await stop();
  throw new Error(`the build in ${folder} did not start: ${output}`);
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });
