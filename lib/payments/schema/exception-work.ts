import type { Instant } from '#lib/values/instant.ts';

/** Why people resolve an exception. */
export const resolutionReasons = [
  'rest-paid',
  'refunded',
  'credited',
  'accepted',
  'corrected',
  'written-off',
  'other',
] as const;
export type ResolutionReason = (typeof resolutionReasons)[number];

/** Finance's work on the exception of a payment. */
export type ExceptionWork = {
  /** The assignee's name. Null when it is unassigned. */
  readonly owner: string | null;
  readonly note: string;
  readonly changedAt: Instant;
  readonly resolvedBy: string | null;
  /** Null: open, or reopened because a new reason appeared. */
  readonly resolvedAt: Instant | null;
  /** Null: none was chosen, or it is open. */
  readonly resolutionReason: ResolutionReason | null;
};
