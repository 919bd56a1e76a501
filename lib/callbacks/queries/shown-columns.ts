import 'server-only';

/** SQL of the columns of `callback_message m` that depend on its bytes. */
export type ShownColumns = {
  /** The column that identifies a message to the reader. */
  readonly id: 'id' | 'reference';
  readonly sha256: string;
  readonly deliveries: string;
  readonly lastReceivedAt: string;
  readonly isRepeated: string;
  /** Condition for messages with a row of their own. Null if all have one. */
  readonly always: string | null;
};

const fullColumns: ShownColumns = {
  id: 'id',
  sha256: `encode(m.sha256, 'hex')`,
  deliveries: 'm.deliveries',
  lastReceivedAt: 'm.last_received_at',
  isRepeated: '(m.deliveries > 1)',
  always: null,
};

/** Later contents that differ from `m` in risk detail alone. */
const hiddenVersions = 'FROM callback_message hidden WHERE hidden.shown_with = m.id';

const redactedColumns: ShownColumns = {
  id: 'reference',
  sha256: 'NULL::text',
  deliveries: `(m.deliveries + coalesce((SELECT sum(hidden.deliveries) ${hiddenVersions}), 0))::int`,
  lastReceivedAt: `greatest(m.last_received_at, (SELECT max(hidden.last_received_at) ${hiddenVersions}))`,
  isRepeated: `(m.deliveries > 1 OR EXISTS (SELECT ${hiddenVersions}))`,
  always: 'm.shown_with IS NULL',
};

/**
 * Returns the columns for a reader with or without permission to see risk detail. Without it, no column depends on
 * hidden bytes: the reference replaces the id, which is derived from the hash. A content that differs only in risk
 * detail counts as another delivery of the first one.
 */
export const selectShownColumns = (maySeeRisk: boolean): ShownColumns =>
  maySeeRisk ? fullColumns : redactedColumns;
