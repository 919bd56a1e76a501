import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { createContext } from '#lib/platform/context.ts';
import type { LiveEvent } from '#lib/realtime/live-events.ts';
import { subscribe } from '#lib/realtime/live-events.ts';
import type { Job } from './jobs.ts';

const shortestPauseMs = 250;
const longestPauseMs = 60_000;

/**
 * Runs every job again and again until `stop` is aborted; then waits for what is under way. A job that fails, such as
 * while the database restarts, is run again after a pause that grows with each failure.
 */
export async function runUntilStopped(jobs: readonly Job[], stop: AbortSignal): Promise<void> {
  await Promise.all(jobs.map((job) => repeat(job, stop)));
}

async function repeat(job: Job, stop: AbortSignal): Promise<void> {
  const alarm = new Alarm();
  const unsubscribe = subscribe((event) => alarm.hear(job, event));
  const ring = () => alarm.ring();
  stop.addEventListener('abort', ring);
  for (let failures = 0; !stop.aborted; ) {
    failures = (await runOnce(job, stop)) ? 0 : failures + 1;
    const rest = failures === 0 ? job.everySeconds * 1_000 : Math.min(1_000 * 2 ** failures, longestPauseMs);
    if (failures > 0) alarm.silence();
    if (!stop.aborted) await alarm.waitFor(rest);
  }
  stop.removeEventListener('abort', ring);
  unsubscribe();
}

async function runOnce(job: Job, stop: AbortSignal): Promise<boolean> {
  const context = createContext({ kind: 'system', name: job.name });
  try {
    const done = await job.run(context, stop);
    if (Object.values(done).some((count) => count > 0)) context.log.info(done, 'done');
    return true;
  } catch (failure) {
    context.log.error({ error: failure }, 'a job failed and is tried again');
    return false;
  }
}

/** Wakes a job early; what rang while it was at work wakes it as soon as it rests, but never without a pause. */
class Alarm {
  #rang = false;
  #wake: () => void = () => {};

  hear(job: Job, event: LiveEvent): void {
    if (job.isWokenBy(event)) this.ring();
  }

  ring(): void {
    this.#rang = true;
    this.#wake();
  }

  silence(): void {
    this.#rang = false;
  }

  async waitFor(milliseconds: number): Promise<void> {
    if (!this.#rang) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = resolve;
      await promise;
      clearTimeout(timer);
    }
    if (this.#rang) await pause(shortestPauseMs);
    this.#rang = false;
  }
}
