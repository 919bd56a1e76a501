import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import * as z from 'zod';
import { readBatch, resumeBatch } from '#lib/payment-batches/index.ts';
import type { BatchId } from '#lib/payment-batches/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { findFreePort } from '#scripts/database/ports.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { projectFolder } from '#scripts/settings.ts';
import type { BenchSandbox } from './batch-sandbox.ts';
import { endServer, startServer } from './child.ts';
import { waitUntil } from './wait-until.ts';

/** The person who confirms and resumes the batch, and their business. */
export type BatchOwner = { readonly context: Context<PersonActor>; readonly businessId: BusinessId };

/** Longer than a process needs to be killed, and shorter than our own time limit of a request. */
const killLatencyMs = 2_000;

const cronSecret = 'a-secret-of-the-bench-for-cron-routes';

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function startWeb(folder: string): Promise<{ readonly address: string; readonly child: ChildProcess }> {
  const port = await findFreePort('127.0.0.1');
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

/** How a run is sent. */
export type RunOptions = {
  readonly rows: number;
  readonly outageMs: number;
  readonly folder: string;
  /** Milliseconds by which the service delays every answer, so that few rows pass before a fault begins. */
  readonly latencyMs: number;
  /** Seconds by which the clock of a worker is ahead of the process before it. The lease of that process has then ended. */
  readonly aheadSeconds: number;
  /** Milliseconds after which a run that stands still fails. */
  readonly timeoutMs: number;
};

const shiftedClock = pathToFileURL(path.join(projectFolder, 'e2e/faults/programs/shifted-clock.ts')).href;

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
    `SELECT count(*) FILTER (WHERE intent.state IN ('CREATED', 'REJECTED', 'UNSENT', 'UNKNOWN'))::int AS sent,
            count(*) FILTER (WHERE intent.state = 'SENDING')::int AS sending
       FROM payment_batch_row line JOIN payment_intent intent ON intent.id = line.intent_id WHERE line.batch_id = $1`,
    [batchId],
  );
  return counted.parse(rows)[0];
}

/**
 * Sends the rows of a confirmed batch against faults, each once. The cron route of the web app sends the first sixth
 * until that process is killed. A worker continues, and is killed at a third. Both are killed during a request. One
 * answer is lost at half. At two thirds the service fails until the run pauses and `outageMs` have passed. The person
 * resumes the run where it pauses.
 */
export async function runWithFaults(
  { context, businessId }: BatchOwner,
  batchId: BatchId,
  client: pg.Client,
  sandbox: BenchSandbox,
  { rows, outageMs, folder, latencyMs, aheadSeconds, timeoutMs }: RunOptions,
): Promise<RunReport> {
  const begun = performance.now();
  const kills = { web: 0, worker: 0 };
  const pauses: string[] = [];
  const usual = latencyMs > 0 ? { latency: { milliseconds: latencyMs } } : {};
  const resumeIfPaused = async (): Promise<void> => {
    const { state, pauseReason } = await readBatch(context, businessId, batchId);
    if (state !== 'paused') return;
    pauses.push(pauseReason ?? 'unknown');
    await resumeBatch(context, { businessId, batchId });
  };
  const waitForRows = (share: number) =>
    waitUntil(
      async () => {
        const { sent, sending } = await countRows(client, batchId);
        if (sending === 0) await resumeIfPaused();
        return sent >= rows * share;
      },
      `${Math.ceil(rows * share)} rows with an outcome`,
      timeoutMs,
    );
  /** Kills a process while the service works on a request of it, which has no answer yet. */
  const killWhileSending = async (child: ChildProcess) => {
    await sandbox.setFaults({ latency: { milliseconds: killLatencyMs } });
    // The request of an earlier row may be answered sooner.
    const { sent } = await countRows(client, batchId);
    await waitUntil(
      async () => {
        const counts = await countRows(client, batchId);
        return counts.sent > sent && counts.sending > 0;
      },
      'row that is being sent',
      timeoutMs,
    );
    await kill(child);
    await sandbox.setFaults(usual);
  };
  const started: ChildProcess[] = [];
  let shiftSeconds = 0;
  const startWorker = () => {
    shiftSeconds += aheadSeconds;
    const child = startServer(
      'scripts/worker.ts',
      { ...process.env, CLOCK_SHIFT_SECONDS: String(shiftSeconds) },
      path.join(folder, 'worker.log'),
      shiftSeconds === 0 ? [] : ['--import', shiftedClock],
    );
    started.push(child);
    return child;
  };
  let isOut = false;
  /** Plays the person at the page of the batch. Returns true when the run has ended. */
  const watch = async (): Promise<boolean> => {
    const { state } = await readBatch(context, businessId, batchId);
    if (state !== 'paused') return state === 'done' || state === 'stopped';
    if (isOut) {
      await wait(outageMs);
      await sandbox.setFaults(usual);
      isOut = false;
    }
    await resumeIfPaused();
    return false;
  };
  try {
    await sandbox.setFaults(usual);
    const web = await startWeb(folder);
    started.push(web.child);
    const cron = callCron(web.address);
    await waitForRows(1 / 6);
    await killWhileSending(web.child);
    await cron;
    kills.web += 1;
    let worker = startWorker();
    await waitForRows(1 / 3);
    await killWhileSending(worker);
    kills.worker += 1;
    worker = startWorker();
    await waitForRows(1 / 2);
    await sandbox.setFaults({ ...usual, 'commit-then-drop': { cases: 1 } });
    await waitForRows(2 / 3);
    isOut = true;
    await sandbox.setFaults({ outage: true });
    // Reading the batch costs more than counting its rows.
    await waitUntil(watch, 'end of the run', timeoutMs, 500);
    return { seconds: (performance.now() - begun) / 1_000, kills, pauses };
  } finally {
    await sandbox.setFaults({});
    await Promise.all(started.map(endServer));
  }
}
