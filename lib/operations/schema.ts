import type { Instant } from '#lib/values/instant.ts';

/** The processes of the product. `cron` stands for all calls of the cron routes. */
export type Part = 'web' | 'intake' | 'worker' | 'cron';

/** A process that reported within the last days. */
export type PartView = {
  readonly part: Part;
  readonly instanceId: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: Instant;
  readonly seenAt: Instant;
  /** Seconds since its last report, by the database's clock. */
  readonly silentSeconds: number;
  /** True if it should have reported since. */
  readonly isSilent: boolean;
};

/** The last run of a job. */
export type JobRunView = {
  readonly job: string;
  /** False while the first run has not ended. Its start is `endedAt` then. */
  readonly hasEnded: boolean;
  readonly endedAt: Instant;
  readonly milliseconds: number;
  /** When it last succeeded. Null if it never has. */
  readonly succeededAt: Instant | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** A code or the name of an error. */
  readonly failure: string | null;
  readonly requestId: string;
  /** True if the job should have run since. */
  readonly isLate: boolean;
};

/** A job that this version runs. */
export type RegisteredJob = { readonly name: string; readonly everySeconds: number };

/** A finished run, for the record of its job. */
export type JobRun = {
  readonly job: string;
  readonly everySeconds: number;
  readonly startedAt: Instant;
  readonly milliseconds: number;
  /** Null if the run succeeded. */
  readonly failure: string | null;
  readonly requestId: string;
};

export type BackupView = {
  /** Everything committed before this time is in the backup. */
  readonly snapshotAt: Instant;
  readonly bytes: number;
  readonly hasSecrets: boolean;
};
