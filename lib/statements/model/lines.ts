/**
 * The lines of a statement. Each deposit, withdrawal and settlement of a period belongs to exactly one of them. Stored rows
 * of closed periods have these names, so never rename one.
 */
export const statementLines = [
  'credited',
  // Only a callback reported the amount, and two people declared it credited.
  'declared',
  // Only a callback reported the amount, and its basis is unknown.
  'reported',
  'depositsNotReported',
  'withdrawals',
  'withdrawalsNotReported',
  'settlements',
  // Fees of the bank, and differences that a person accepted.
  'settlementDifferences',
  'adjustments',
] as const;
export type StatementLine = (typeof statementLines)[number];

/** Lines of deposits and withdrawals without a usable amount. */
const unknownLines: readonly StatementLine[] = ['reported', 'depositsNotReported', 'withdrawalsNotReported'];

/** Returns true if the rows of a line change the position. */
export const changesPosition = (line: StatementLine): boolean => !unknownLines.includes(line);

/** The IDs of sums of records: with values that the service reported, and without. Stored files have these names. */
export const sumIds = { valued: 'valued', unvalued: 'unvalued' } as const;

/** Lines of confirmed deposits. */
export const depositLines: readonly StatementLine[] = [
  'credited',
  'declared',
  'reported',
  'depositsNotReported',
];

/** Further amounts of a deposit's record. These never change the position. */
export const memoLines = ['serviceFee', 'distributedFee', 'depegLoss'] as const;
export type MemoLine = (typeof memoLines)[number];

/** The name of a sum of rows: of those on a line, or of a memo amount of deposits on any line. */
export const sumNames = [...statementLines, ...memoLines] as const;
export type SumName = (typeof sumNames)[number];

export const isMemoLine = (name: SumName): name is MemoLine => memoLines.some((memo) => memo === name);

/** The facts that a period needs before it can be closed without a reason. */
export const checklistItems = [
  'callbacks',
  'unknownOutcomes',
  'exceptions',
  'notReported',
  'basis',
  'withoutCurrency',
  'opening',
  'settlements',
  'unmatched',
  'lines',
  'ledger',
  'cash',
] as const;
export type ChecklistItem = (typeof checklistItems)[number];

/** An exception without an assignee counts against a close after this many days. */
export const exceptionDays = 7;
