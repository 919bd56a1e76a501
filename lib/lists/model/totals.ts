import type { Total } from '#lib/values/amount.ts';

/** Totals of a list per currency, summed by the database without loss of digits. */

/** One field's total in one currency. */
type CurrencySum = {
  /** Null: rows that report no currency. */
  readonly currency: string | null;
  /** Rows in this currency, and how many of them report the amount. */
  readonly count: number;
  readonly known: number;
  /** Null where no row reports the amount, which differs from 0, or where the currency is unknown. */
  readonly total: Total | null;
};

/** Totals of one field, the currency with most rows first. */
export type FieldSums = { readonly field: string; readonly sums: readonly CurrencySum[] };

/**
 * Totals of all filtered rows. `too many`: they are calculated on request; `bound` is null where the number of rows
 * is unknown.
 */
export type ListTotals =
  | { readonly kind: 'exact'; readonly rows: number; readonly fields: readonly FieldSums[] }
  | { readonly kind: 'too many'; readonly bound: number | null };

/** Progress of totals that a person requested. The last one is `done` and exact. */
export type TotalsProgress = {
  readonly rows: number;
  readonly done: boolean;
  readonly fields: readonly FieldSums[];
};

/** Most rows whose totals are calculated without a request. */
export const totalsBound = 100_000;
