import type { SignedAmount } from '#lib/values/amount.ts';

/** Formats of bank and wallet statements. */
export const bankFormats = ['camt', 'mt940', 'csv'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** A booked entry of a statement. Texts are empty where the statement has none. */
export type StatementEntry = {
  /** The row of a CSV file, or the number of the entry. */
  readonly place: number;
  readonly account: string;
  readonly currency: string;
  /** The day on which it was booked. */
  readonly day: string;
  /** Negative where money left the account. */
  readonly amount: SignedAmount;
  /** The bank's own reference. */
  readonly reference: string;
  /** The other party and the purpose. */
  readonly details: string;
  readonly transactionId: string;
  readonly address: string;
};

/** Why an entry can't be read. */
export const entryProblems = [
  'day',
  'amount',
  'scientific',
  'currency',
  'status',
  'direction',
  'cells',
  'balance',
] as const;
export type EntryProblem = (typeof entryProblems)[number];

/** A finding of a reader. Skipped entries are pending, or move no money. */
export type ReadItem =
  | { readonly kind: 'entry'; readonly entry: StatementEntry }
  | {
      readonly kind: 'refused';
      readonly place: number;
      readonly problem: EntryProblem;
      readonly value: string;
    }
  | { readonly kind: 'skipped'; readonly place: number };

/** Why nothing of a file is imported. */
export const fileFailures = [
  'empty',
  'encoding',
  'unknown',
  'damaged',
  'definition',
  'message',
  'columns',
  'decimalSign',
  'dayOrder',
  // The person who uploaded it may not import any more.
  'access',
  // An error of this program or its surroundings. A person can try again.
  'unexpected',
] as const;
export type FileFailure = (typeof fileFailures)[number];

/** A file that can't be read as a whole. */
export class StatementFileError extends Error {
  override readonly name = 'StatementFileError';
  readonly failure: FileFailure;

  constructor(failure: FileFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Longest text of an entry that is stored. */
const longestText = 1_000;

/** Joins the parts of a text, each once, with single spaces. */
export const joinTexts = (...parts: readonly (string | undefined)[]): string =>
  [...new Set(parts.map((part) => (part ?? '').replace(/\s+/g, ' ').trim()))]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, longestText);
