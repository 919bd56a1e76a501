import type { JobRun, Part, PartView } from './schema.ts';

/** Seconds between two reports of a process. */
export const reportIntervalSeconds = 15;

/** A process that didn't report for this long is silent. Schedulers call the cron route each minute. */
export const silentAfterSeconds: Readonly<Record<Part, number>> = {
  web: 60,
  intake: 60,
  worker: 60,
  cron: 110,
};

/** Lists the versions of the parts that run. More than one is normal only during an update. */
export const listRunningVersions = (
  parts: readonly Pick<PartView, 'version' | 'isSilent'>[],
): readonly string[] =>
  [...new Set(parts.filter(({ isSilent }) => !isSilent).map(({ version }) => version))].sort();

/** Failures in a row after which a job needs a person. */
export const failuresBeforeAlarm = 3;

/** Seconds after which a job should have run again. Schedulers may call the cron routes every five minutes. */
export const computeLateAfterSeconds = (everySeconds: number): number => Math.max(everySeconds * 3, 600);

/** The runs of a job since its last record. */
export type PendingRuns = {
  readonly last: JobRun;
  /** The end of the last run that succeeded, in milliseconds. Null if none did. */
  readonly succeededAt: number | null;
  /** Failures since then. */
  readonly failures: number;
};

/** Adds a run to those that are not recorded yet. */
export function addRun(pending: PendingRuns | undefined, run: JobRun): PendingRuns {
  if (run.failure === null) return { last: run, succeededAt: run.startedAt + run.milliseconds, failures: 0 };
  return {
    last: run,
    succeededAt: pending?.succeededAt ?? null,
    failures: (pending?.failures ?? 0) + 1,
  };
}

/** Joins the runs of a failed attempt to record them with those that ended in the meantime. */
export function joinRuns(earlier: PendingRuns, later: PendingRuns | undefined): PendingRuns {
  if (later === undefined) return earlier;
  if (later.succeededAt !== null) return later;
  return { ...later, succeededAt: earlier.succeededAt, failures: earlier.failures + later.failures };
}
