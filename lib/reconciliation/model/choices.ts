/** The state of a line, a deposit or a withdrawal. Each is in exactly one. */
export const matchStates = ['unmatched', 'suggested', 'rule', 'person', 'forced', 'ignored'] as const;
export type MatchState = (typeof matchStates)[number];

/** Limits of one file. `problems` are the refused lines that are named, and `shown` those that the page shows. */
export const importLimits = {
  bytes: 100_000_000,
  chunkBytes: 1_048_576,
  startBytes: 65_536,
  problems: 10_000,
  shown: 100,
} as const;

/** The meanings of the columns of a CSV statement. */
export const entryFields = [
  'day',
  'amount',
  'credit',
  'debit',
  'direction',
  'currency',
  'reference',
  'details',
  'transactionId',
  'address',
  'account',
] as const;
export type EntryField = (typeof entryFields)[number];

/**
 * The ways in which a rule matches. A batch is the sum of deposits of days. An identifier is in the text of the line. An
 * amount is that of one record. An address is that of a withdrawal. Lines to ignore need no record.
 */
export const ruleKinds = ['batch', 'identifier', 'amount', 'address', 'ignore'] as const;

export const recordKinds = ['deposit', 'withdrawal'] as const;
export type RecordKind = (typeof recordKinds)[number];
