import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rememberSignIns } from './fixtures/people.ts';
import { product } from './fixtures/product.ts';

const patience = 5 * 60_000;
const log = path.resolve('test-results/e2e-product.log');

async function isReady(): Promise<boolean> {
  try {
    const [web, sandbox] = await Promise.all([
      fetch(`${product.address}/api/ready`),
      fetch(`${product.sandbox}/sandbox/api/businesses`),
    ]);
    return web.ok && sandbox.ok;
  } catch {
    return false;
  }
}

/** Starts the product as `npm start` does, in a data folder of its own, and waits until it is ready. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!product.isOurs) return undefined;

  const dataDir = await mkdtemp(path.join(tmpdir(), 'countinghouse-e2e-'));
  await mkdir(path.dirname(log), { recursive: true });
  const started = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      PORT: product.port,
      SANDBOX_PORT: product.sandboxPort,
      DATA_DIR: dataDir,
      APP_URL: product.address,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createWriteStream(log);
  let said = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.pipe(lines, { end: false });
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()));

  async function stop(): Promise<void> {
    if (started.exitCode === null && started.signalCode === null) {
      started.kill('SIGTERM');
      await ended;
    }
    lines.end();
    await rm(dataDir, { recursive: true, force: true });
  }

  for (const end = Date.now() + patience; Date.now() < end; await pause(200)) {
    // It prints the sign-ins last.
    if (said.includes('Ctrl-C stops it') && (await isReady())) {
      rememberSignIns(said);
      return stop;
    }
    if (started.exitCode !== null) break;
  }
  await stop();
  throw new Error(`The product did not start: see ${log}.`);
}
