import type { Instant } from '#lib/values/instant.ts';

/** Reasons why the latest run wrote or delivered no anchor. Stored codes: never rename one. */
export const anchorFailures = [
  'no-key',
  'other-key',
  'file-unwritable',
  'file-differs',
  'file-ahead',
  'entries-changed',
  'webhook-failed',
] as const;
export type AnchorFailure = (typeof anchorFailures)[number];

/** The state of the anchors, for pages. */
export type AnchorStatus = {
  /** `off`: no file and no webhook. `waiting`: the worker has not run yet. `late`: it has not run for a while. */
  readonly state: 'off' | 'waiting' | 'current' | 'late' | 'failing';
  readonly failure: AnchorFailure | null;
  readonly failingSince: Instant | null;
  /** The last run of the worker's job, with or without an anchor. */
  readonly checkedAt: Instant | null;
  /** The newest anchor. */
  readonly number: string | null;
  readonly at: Instant | null;
};
