import type { Instant } from '#lib/values/instant.ts';

/** Finance's work on the exception of a payment. */
export type ExceptionWork = {
  /** The assignee's name. Null when it is unassigned. */
  readonly owner: string | null;
  readonly note: string;
  readonly changedAt: Instant;
  readonly resolvedBy: string | null;
  /** Null: open, or reopened because a new reason appeared. */
  readonly resolvedAt: Instant | null;
};
