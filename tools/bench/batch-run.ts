import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import * as z from 'zod';
import { readBatch, resumeBatch } from '#lib/payment-batches/index.ts';
import type { BatchId } from '#lib/payment-batches/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { freePort } from '#scripts/database/ports.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import type { BenchSandbox } from './batch-sandbox.ts';
import { endServer, startServer } from './child.ts';
import { waitUntil } from './wait-until.ts';

/** The person who confirms and resumes the batch, and their business. */
export type Place = { readonly context: Context<PersonActor>; readonly businessId: BusinessId };

const cronSecret = 'a-secret-of-the-bench-for-cron-routes';

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function startWeb(folder: string): Promise<{ readonly address: string; readonly child: ChildProcess }> {
  const port = await freePort('127.0.0.1');
  const address = `http://127.0.0.1:${port}`;
  const log = path.join(folder, 'web.log');
  const child = startServer(
    'scripts/web.ts',
    {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: address,
      NEXTAUTH_URL: address,
      CRON_SECRET: cronSecret,
    },
    log,
  );
  if (!(await waitForAnswer(`${address}/api/ready`, 60, () => child.exitCode !== null)))
    throw new Error(`the web app does not answer: ${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
  return { address, child };
}

/** Calls the cron route again and again, as a scheduler does, until the web app is killed. */
async function callCron(address: string): Promise<void> {
  const headers = { authorization: `Bearer ${cronSecret}` };
  for (let isAlive = true; isAlive; )
    isAlive = await fetch(`${address}/api/cron/payment-batches`, { headers }).then(
      () => true,
      () => false,
    );
}

/** The figures and faults of a run. */
export type RunReport = {
  readonly seconds: number;
  readonly kills: { readonly web: number; readonly worker: number };
  /** The reasons of pauses, which the person ended. */
  readonly pauses: readonly string[];
};

const counted = z.tuple([z.object({ sent: z.number(), sending: z.number() })]);

/** Counts the rows that have an outcome, and those that are being sent. Cheap, so that it doesn't slow the run down. */
async function countRows(client: pg.Client, batchId: BatchId) {
  const { rows } = await client.query(
    `SELECT count(*) FILTER (WHERE state IN ('done', 'failed', 'unknown'))::int AS sent,
            count(*) FILTER (WHERE state = 'sending')::int AS sending
       FROM payment_batch_row WHERE batch_id = $1`,
    [batchId],
  );
  return counted.parse(rows)[0];
}

/**
 * Sends the rows of a confirmed batch against faults, each once: the cron route of the web app sends the first sixth
 * until that process is killed. A worker continues, and is killed at a third. Both are killed during a request. One answer is lost at half, and the
 * service fails at two thirds. The person resumes the run where it pauses, after the service works again.
 */
export async function runWithFaults(
  { context, businessId }: Place,
  batchId: BatchId,
  client: pg.Client,
  sandbox: BenchSandbox,
  { rows, outageMs, folder }: { readonly rows: number; readonly outageMs: number; readonly folder: string },
): Promise<RunReport> {
  const begun = performance.now();
  const kills = { web: 0, worker: 0 };
  const pauses: string[] = [];
  const waitForRows = (share: number) =>
    waitUntil(
      async () => (await countRows(client, batchId)).sent >= rows * share,
      `${Math.ceil(rows * share)} rows with an outcome`,
    );
  /** Kills a process while the service works on a request of it, which has no answer yet. */
  const killWhileSending = async (child: ChildProcess) => {
    await sandbox.setFaults({ latency: { milliseconds: 2_000 } });
    await waitUntil(async () => (await countRows(client, batchId)).sending > 0, 'row that is being sent');
    await kill(child);
    await sandbox.setFaults({});
  };
  const started: ChildProcess[] = [];
  const startWorker = () => {
    const child = startServer('scripts/worker.ts', process.env, path.join(folder, 'worker.log'));
    started.push(child);
    return child;
  };
  let outageEnd: Promise<void> = Promise.resolve();
  let isOver = false;
  /** Plays the person at the page of the batch until the run ends. */
  const watch = async () => {
    while (!isOver) {
      const { state, pauseReason } = await readBatch(context, businessId, batchId);
      if (state === 'done' || state === 'stopped') return;
      if (state === 'paused') {
        pauses.push(pauseReason ?? 'unknown');
        await outageEnd;
        await resumeBatch(context, { businessId, batchId });
      }
      await wait(1_000);
    }
  };
  try {
    const web = await startWeb(folder);
    started.push(web.child);
    const cron = callCron(web.address);
    await waitForRows(1 / 6);
    await killWhileSending(web.child);
    await cron;
    kills.web += 1;
    started.push((await startWeb(folder)).child);
    let worker = startWorker();
    const watched = watch();
    await waitForRows(1 / 3);
    await killWhileSending(worker);
    kills.worker += 1;
    worker = startWorker();
    await waitForRows(1 / 2);
    await sandbox.setFaults({ 'commit-then-drop': { cases: 1 } });
    await waitForRows(2 / 3);
    await sandbox.setFaults({ outage: true });
    outageEnd = wait(outageMs).then(() => sandbox.setFaults({}));
    await watched;
    return { seconds: (performance.now() - begun) / 1_000, kills, pauses };
  } finally {
    isOver = true;
    await outageEnd;
    await Promise.all(started.map(endServer));
  }
}
