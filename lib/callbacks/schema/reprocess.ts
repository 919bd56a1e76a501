import type { Instant } from '#lib/values/instant.ts';

/** A reprocessing as its page shows it. */
export type ReprocessingView = {
  readonly reprocessingId: string;
  readonly person: string;
  readonly requestedAt: Instant;
  readonly finishedAt: Instant | null;
  /** Set: it applies what that dry run showed. Null: it is a dry run. */
  readonly dryRunId: string | null;
  readonly selection: {
    readonly kind: string | null;
    readonly verdict: string | null;
    readonly from: number | null;
    readonly to: number | null;
    readonly message: string | null;
    /** How many were picked by hand; null where none were. */
    readonly picked: number | null;
  };
  readonly until: Instant;
  readonly state: 'waiting' | 'done' | 'stopped' | 'failed';
  readonly total: number;
  readonly seen: number;
  readonly differing: number;
  /** The first of them. */
  readonly differences: readonly {
    readonly record: string;
    readonly path: string;
    readonly held: string;
    readonly rebuilt: string;
  }[];
  readonly problem: string | null;
  readonly wasApplied: boolean;
};
