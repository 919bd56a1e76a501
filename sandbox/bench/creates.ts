import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { computeSignature } from '../api/authorization.ts';

/**
 * Measures how many payments the sandbox creates in a second, and how soon it listens: `node
 * sandbox/bench/creates.ts`. Prints one line of JSON. The sandbox runs in its own process, with its database in a
 * file.
 */

const port = 4_090;
const seconds = 5;
const connections = 24;
const folder = path.join(tmpdir(), `sandbox-bench-${process.pid}`);
const started = performance.now();
const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
  env: { ...process.env, SANDBOX_PORT: String(port), DATA_DIR: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await once(child.stdout, 'data');
const startMilliseconds = Math.round(performance.now() - started);

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const address = '/api/v1/payments';

function create(count: number): Promise<boolean> {
  const body = JSON.stringify({
    clientPaymentId: `bench-${count}`,
    businessId: '6f1d8a52-3c0e-4b7a-9d25-1e8c47a0b931',
    locale: 'en',
    displayCurrency: 'EUR',
    displayAmount: '49.90',
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = computeSignature('sandbox-secret', timestamp, 'POST', address, Buffer.from(body));
  return new Promise((resolve) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path: address,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `SVC-API api-key=sandbox-key,signature=${signature},timestamp=${timestamp}`,
        },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode === 200));
      },
    );
    call.once('error', () => resolve(false));
    call.end(body);
  });
}

let created = 0;
let failed = 0;
const until = performance.now() + seconds * 1000;
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      if (await create(created + failed)) created += 1;
      else failed += 1;
    }
  }),
);
agent.destroy();
child.kill('SIGTERM');
await once(child, 'exit');
await rm(folder, { recursive: true, force: true });
console.log(
  JSON.stringify({
    bench: 'sandbox-creates',
    startMilliseconds,
    createsPerSecond: Math.round(created / seconds),
    failed,
  }),
);
