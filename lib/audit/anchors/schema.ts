import type { Instant } from '#lib/values/instant.ts';

/** Why the latest run wrote or delivered no anchor. Stored codes: never rename one. */
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

/** Whether the audit log is anchored, for the pages that show it. */
export type AnchorStatus = {
  /** `off`: no file and no webhook. `waiting`: the worker has not run yet. `late`: it has not run for a while. */
  readonly state: 'off' | 'waiting' | 'current' | 'late' | 'failing';
  readonly failure: AnchorFailure | null;
  readonly failingSince: Instant | null;
  /** The newest anchor. */
  readonly number: string | null;
  readonly at: Instant | null;
};

/** Each failure in one sentence for an operator, with what to do. */
export const failureTexts: Readonly<Record<AnchorFailure, string>> = {
  'no-key': 'There is no signing key. Set AUDIT_SIGNING_KEYS, or make DATA_DIR writable for the worker.',
  'other-key':
    'Another worker signs with another key. Give all workers the same AUDIT_SIGNING_KEYS, newest first.',
  'file-unwritable': 'The anchor file cannot be written. Check AUDIT_ANCHOR_FILE and the disk.',
  'file-differs': 'The anchor file and the database have different anchors. Run npm run audit:verify.',
  'file-ahead':
    'The anchor file has anchors that the database lacks. Record the restore with npm run audit:restored, or run npm run audit:verify.',
  'entries-changed': 'Anchored entries were changed or removed. Run npm run audit:verify.',
  'webhook-failed': 'The anchor webhook did not accept an anchor. It is tried again.',
};
