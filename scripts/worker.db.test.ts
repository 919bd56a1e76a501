import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { readSigningKey } from '#lib/audit/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';

const keptSecrets = z.object({ AUDIT_SIGNING_KEYS: z.string() });
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'worker-'));
});
afterAll(async () => {
  await closeDatabase();
  await fs.rm(folder, { recursive: true });
});

/** Runs the worker without a key for anchors until `isDone`. Returns its output. */
async function runWorker(isDone: () => Promise<boolean>): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/worker.ts'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: folder,
      AUDIT_SIGNING_KEYS: '',
      LOG_LEVEL: 'error',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  try {
    await vi.waitUntil(async () => child.exitCode !== null || (await isDone()), {
      timeout: 20_000,
      interval: 100,
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  return output;
}

test('a worker without a signing key makes one, keeps it in DATA_DIR and anchors with it', async () => {
  const output = await runWorker(async () => (await database().auditAnchor.count()) > 0);
  expect(output).toBe('');
  const { AUDIT_SIGNING_KEYS: kept } = keptSecrets.parse(
    JSON.parse(await fs.readFile(path.join(folder, 'secrets.json'), 'utf8')),
  );
  const anchors = await database().auditAnchor.findMany({ select: { keyId: true } });
  expect(anchors).toEqual([{ keyId: readSigningKey(kept).id }]);
});
