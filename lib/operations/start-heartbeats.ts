import 'server-only';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { version } from '#lib/values/version.ts';
import type { PendingRuns } from './model.ts';
import { addRun, joinRuns, reportIntervalSeconds } from './model.ts';
import type { JobRun, Part, RegisteredJob } from './schema.ts';
import { deleteOldHeartbeats, saveHeartbeat, saveJobRuns, saveJobs } from './store.ts';

/** A database that doesn't respond must not delay the end of a process. */
const lastReportMs = 1_000;

/** The reports of this process. */
type Reports = {
  /** Remembers a run of a job until the next report. */
  readonly recordRun: (run: JobRun) => void;
  /** Sends the runs that are not recorded yet and ends the reports. */
  readonly stop: () => Promise<void>;
};

/** The runs that are not recorded yet, by job. */
class RunBuffer {
  #pending = new Map<string, PendingRuns>();

  readonly add = (run: JobRun): void => {
    this.#pending.set(run.job, addRun(this.#pending.get(run.job), run));
  };

  /** Records the runs. If that fails, they stay for the next attempt. */
  async save(): Promise<void> {
    const taken = this.#pending;
    this.#pending = new Map();
    try {
      await saveJobRuns([...taken.values()]);
    } catch (error) {
      for (const [job, runs] of taken) this.#pending.set(job, joinRuns(runs, this.#pending.get(job)));
      throw error;
    }
  }
}

/**
 * Reports every 15 seconds that this process is alive, with the last runs of its `jobs`. While the database is away nothing
 * is reported, and readiness and jobs log that already.
 */
export function startHeartbeats(part: Exclude<Part, 'cron'>, jobs: readonly RegisteredJob[] = []): Reports {
  const self = { part, instanceId: randomUUID(), host: os.hostname(), version };
  const buffer = new RunBuffer();
  const stopping = new AbortController();
  let areJobsSaved = false;
  const report = async () => {
    try {
      await saveHeartbeat(self);
      if (!areJobsSaved) await saveJobs(jobs);
      areJobsSaved = true;
      await buffer.save();
    } catch {
      // The next report repeats it.
    }
  };
  const repeat = async () => {
    await report();
    await deleteOldHeartbeats(part).catch(() => undefined);
    while (!stopping.signal.aborted) {
      await pause(reportIntervalSeconds * 1_000, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      );
      await report();
    }
  };
  const repeating = repeat();
  return {
    recordRun: buffer.add,
    stop: async () => {
      stopping.abort();
      await Promise.race([repeating, pause(lastReportMs)]);
    },
  };
}

const cronInstance = '00000000-0000-0000-0000-000000000000';

/** Reports a call of a cron route, which has no process of its own, and the jobs of the cron routes. Never rejects. */
export async function reportCron(jobs: readonly RegisteredJob[]): Promise<void> {
  const self = {
    part: 'cron',
    instanceId: cronInstance,
    host: os.hostname(),
    version,
  } as const;
  await saveHeartbeat(self).catch(() => undefined);
  await saveJobs(jobs).catch(() => undefined);
}

/** Records a run of a cron route. Never rejects. */
export async function recordCronRun(run: JobRun): Promise<void> {
  await saveJobRuns([addRun(undefined, run)]).catch(() => undefined);
}
