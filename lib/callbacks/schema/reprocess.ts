import type { Instant } from '#lib/values/instant.ts';

/** A reprocessing run as its page shows it. */
export type ReprocessingView = {
  readonly reprocessingId: string;
  readonly person: string;
  readonly requestedAt: Instant;
  readonly finishedAt: Instant | null;
  /** The dry run whose changes it applies. Null: it is a dry run itself. */
  readonly dryRunId: string | null;
  readonly selection: {
    readonly kind: string | null;
    readonly verdict: string | null;
    readonly from: number | null;
    readonly to: number | null;
    readonly message: string | null;
    /** Number of callbacks selected on the list. Null if chosen by filters. */
    readonly selectedCount: number | null;
  };
  readonly until: Instant;
  readonly state: 'waiting' | 'done' | 'stopped' | 'failed';
  readonly total: number;
  readonly seen: number;
  readonly differing: number;
  /** The first differences. */
  readonly differences: readonly {
    readonly record: string;
    readonly path: string;
    readonly held: string;
    readonly rebuilt: string;
  }[];
  readonly problem: string | null;
  readonly wasApplied: boolean;
};
