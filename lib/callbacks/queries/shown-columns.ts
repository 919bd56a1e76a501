import 'server-only';

/** SQL for columns of `callback_message m` that are derived from its bytes. */
export type ShownColumns = {
  /** The column that identifies a message to the reader. */
  readonly id: 'id' | 'reference';
  readonly sha256: string;
  readonly deliveries: string;
  readonly lastReceivedAt: string;
  readonly isRepeated: string;
  /** The condition that a message is a row of its own; null where each is. */
  readonly always: string | null;
};

const whole: ShownColumns = {
  id: 'id',
  sha256: `encode(m.sha256, 'hex')`,
  deliveries: 'm.deliveries',
  lastReceivedAt: 'm.last_received_at',
  isRepeated: '(m.deliveries > 1)',
  always: null,
};

/** Later contents that differ from `m` in risk detail alone. */
const hiddenVersions = 'FROM callback_message hidden WHERE hidden.shown_with = m.id';

const withoutRisk: ShownColumns = {
  id: 'reference',
  sha256: 'NULL::text',
  deliveries: `(m.deliveries + coalesce((SELECT sum(hidden.deliveries) ${hiddenVersions}), 0))::int`,
  lastReceivedAt: `greatest(m.last_received_at, (SELECT max(hidden.last_received_at) ${hiddenVersions}))`,
  isRepeated: `(m.deliveries > 1 OR EXISTS (SELECT ${hiddenVersions}))`,
  always: 'm.shown_with IS NULL',
};

/**
 * The columns for a reader who may see risk detail, or may not. Without it nothing that is derived from hidden bytes is
 * selected: the reference stands for the id, which is made from the hash, and a content that differs in risk detail
 * alone counts as another delivery of the first one.
 */
export const shownColumns = (maySeeRisk: boolean): ShownColumns => (maySeeRisk ? whole : withoutRisk);
