import 'server-only';
import type { JobRunView } from '#lib/operations/schema.ts';
import type { Job } from './jobs.ts';

/** Schedulers call once a minute, a few seconds early or late. */
const toleranceMs = 30_000;

type LastRun = Pick<JobRunView, 'job' | 'endedAt' | 'milliseconds' | 'failures' | 'hasEnded'>;

/**
 * Lists the jobs that a scheduler's call should run at `now`, in milliseconds. The one that waits longest comes first, so
 * that a call that runs out of time delays no job twice. A failed job is due at the next call, and so
 * is one whose first run never ended.
 */
export function listDueJobs(jobs: readonly Job[], runs: readonly LastRun[], now: number): readonly Job[] {
  const lastRuns = new Map(runs.map((run) => [run.job, run]));
  return jobs
    .map((job) => {
      const run = lastRuns.get(job.name);
      const startedAt = run === undefined ? 0 : run.endedAt - run.milliseconds;
      const isRepeated = run === undefined || !run.hasEnded || run.failures > 0;
      const isDue = isRepeated || now - startedAt + toleranceMs >= job.everySeconds * 1_000;
      return { job, startedAt, isDue };
    })
    .filter(({ isDue }) => isDue)
    .sort((one, other) => one.startedAt - other.startedAt)
    .map(({ job }) => job);
}
