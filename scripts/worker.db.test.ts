import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { readSigningKey } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { tStart } from '#lib/messages/commands.ts';

const keptSecrets = z.object({ AUDIT_SIGNING_KEYS: z.string() });
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'worker-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

/** Runs the worker without a key for anchors until `isDone`. Returns its output. */
async function runWorker(isDone: () => Promise<boolean>, dataDir = folder): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/worker.ts'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: dataDir,
      AUDIT_SIGNING_KEYS: '',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  try {
    await vi.waitUntil(async () => child.exitCode !== null || (await isDone()), {
      timeout: 60_000,
      interval: 100,
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  return output;
}

const readLastAnchor = () => database().auditAnchor.findFirst({ orderBy: { number: 'desc' } });

test('a worker without a signing key makes one, keeps it in DATA_DIR and anchors with it', async () => {
  // Other files of this database may have run a worker or written anchors.
  await database().$executeRaw`DELETE FROM part_heartbeat`;
  const earlier = await readLastAnchor();
  const output = await runWorker(async () => (await readLastAnchor())?.number !== earlier?.number);
  expect(output).toBe('');
  const { AUDIT_SIGNING_KEYS: kept } = keptSecrets.parse(
    JSON.parse(await fs.readFile(path.join(folder, 'secrets.json'), 'utf8')),
  );
  expect(await readLastAnchor()).toMatchObject({ keyId: readSigningKey(kept).id });
});

test('a second worker with another key does not start until the first one is silent', async () => {
  const first = await readLastAnchor();
  const other = await fs.mkdtemp(path.join(folder, 'other-'));
  // The worker of the test above reported a moment ago.
  await database().$executeRaw`UPDATE part_heartbeat SET seen_at = now()`;
  expect((await runWorker(() => Promise.resolve(false), other)).trim()).toBe(tStart('otherSigner'));
  expect(await readLastAnchor()).toEqual(first);

  await database().$executeRaw`UPDATE part_heartbeat SET seen_at = now() - interval '2 minutes'`;
  await runWorker(async () => (await readLastAnchor())?.number !== first?.number, other);
  expect((await readLastAnchor())?.segment).toBe((first?.segment ?? 0) + 1);
});
