import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Violation } from '../checks/violation.ts';
import { withClient } from '../database/cluster.ts';
import { partEnvironment } from '../parts/environment.ts';

/** Time in which a worker folds what waits. It only ends what hangs. */
const foldMs = 2 * 60_000;

const rows = z.tuple([z.object({ count: z.number() })]);

const countWaiting = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const found = await client.query(
      `SELECT count(*)::int AS count FROM callback_message WHERE verdict = 'received'`,
    );
    return rows.parse(found.rows)[0].count;
  });

/**
 * Waits until the worker has folded all stored callbacks that wait. Where an episode has none, its job runs once. What
 * still waits then is a violation.
 */
export async function foldWaiting(
  databaseUrl: string,
  hasWorker: boolean,
  found: (violation: Violation) => void,
): Promise<void> {
  if (!hasWorker && (await countWaiting(databaseUrl)) > 0) {
    const job = spawn(
      process.execPath,
      ['--conditions=react-server', 'e2e/faults/programs/fold-waiting-callbacks.ts'],
      { env: partEnvironment({ databaseUrl, serviceUrl: 'http://127.0.0.1:9' }), stdio: 'inherit' },
    );
    await once(job, 'exit');
  }
  let waiting = 0;
  for (const end = performance.now() + foldMs; performance.now() < end; await pause(50)) {
    waiting = await countWaiting(databaseUrl);
    if (waiting === 0) return;
  }
  found({ invariant: 'I1', description: `${waiting} callbacks wait and are never folded` });
}
