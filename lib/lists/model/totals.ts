import type { Total } from '#lib/values/amount.ts';

/** What the rows of a list add up to, per currency: added by the database, exact to the last digit. */

/** One field's sum in one currency. */
type CurrencySum = {
  /** Null: rows that tell no currency. */
  readonly currency: string | null;
  /** Rows in this currency, and how many of them tell the amount. */
  readonly count: number;
  readonly known: number;
  /** Null where no row tells the amount, which is not 0, or none its currency: then they can't be added up. */
  readonly total: Total | null;
};

/** The sums of one field of the list, by the field's name; the currency with most rows first. */
export type FieldSums = { readonly field: string; readonly sums: readonly CurrencySum[] };

/** All rows that the filters leave, or only that they are more than are added up unasked; null: it is not known how many. */
export type ListTotals =
  | { readonly kind: 'exact'; readonly rows: number; readonly fields: readonly FieldSums[] }
  | { readonly kind: 'too many'; readonly bound: number | null };

/** How far the adding up has come that was asked for; the last one is `done` and exact. */
export type TotalsProgress = {
  readonly rows: number;
  readonly done: boolean;
  readonly fields: readonly FieldSums[];
};

/** Added up unasked up to so many rows. */
export const totalsBound = 100_000;
