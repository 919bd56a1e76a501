import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobRun } from '#lib/operations/schema.ts';
import { createContext } from '#lib/platform/context.ts';
import { OutageLog } from '#lib/platform/outage-log.ts';
import type { LiveEvent } from '#lib/realtime/live-events.ts';
import { subscribe } from '#lib/realtime/live-events.ts';
import type { Job } from './jobs.ts';
import { logFailure } from './log-failure.ts';
import { measureRun } from './measure-run.ts';

const minPauseMs = 250;
const maxPauseMs = 60_000;

/**
 * Runs every job repeatedly until `signal` is aborted, then waits for running jobs. A failing job is retried with
 * growing delays, for example while the database restarts. `recordRun` receives each finished run.
 */
export async function runUntilStopped(
  jobs: readonly Job[],
  signal: AbortSignal,
  recordRun: (run: JobRun) => void = () => undefined,
): Promise<void> {
  await Promise.all(jobs.map((job) => repeat(job, signal, recordRun)));
}

async function repeat(job: Job, signal: AbortSignal, recordRun: (run: JobRun) => void): Promise<void> {
  const wakeSignal = new WakeSignal();
  const unsubscribe = subscribe((event) => wakeSignal.handleEvent(job, event));
  const wake = () => wakeSignal.wake();
  signal.addEventListener('abort', wake);
  const outage = new OutageLog();
  for (let failures = 0; !signal.aborted; ) {
    failures = (await runOnce(job, signal, outage, recordRun)) ? 0 : failures + 1;
    const delayMs = failures === 0 ? job.everySeconds * 1_000 : Math.min(1_000 * 2 ** failures, maxPauseMs);
    if (failures > 0) wakeSignal.reset();
    if (!signal.aborted) await wakeSignal.waitFor(delayMs);
  }
  signal.removeEventListener('abort', wake);
  unsubscribe();
}

async function runOnce(
  job: Job,
  signal: AbortSignal,
  outage: OutageLog,
  recordRun: (run: JobRun) => void,
): Promise<boolean> {
  const context = createContext({ kind: 'system', name: job.name });
  const { run, outcome } = await measureRun(job, context, signal);
  recordRun(run);
  if (!outcome.ok) {
    logFailure(context.log, outcome.error, outage);
    return false;
  }
  const ended = outage.succeed();
  if (ended !== null) context.log.info(ended, 'job works again');
  if (Object.values(outcome.counts).some((count) => count > 0)) context.log.info(outcome.counts, 'done');
  return true;
}

/** Wakes a job early. A wake-up during a run takes effect after it, with a minimum pause. */
class WakeSignal {
  #isPending = false;
  #resolve: () => void = () => {};

  handleEvent(job: Job, event: LiveEvent): void {
    if (job.isWokenBy(event)) this.wake();
  }

  wake(): void {
    this.#isPending = true;
    this.#resolve();
  }

  reset(): void {
    this.#isPending = false;
  }

  async waitFor(milliseconds: number): Promise<void> {
    if (!this.#isPending) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      this.#resolve = resolve;
      await promise;
      clearTimeout(timer);
    }
    if (this.#isPending) await pause(minPauseMs);
    this.#isPending = false;
  }
}
