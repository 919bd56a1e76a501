import type { ListQuery } from '#lib/lists/model/query.ts';
import type { FieldSums } from '#lib/lists/model/totals.ts';
import { amount } from '#lib/values/amount.ts';
import type { ListName } from '#lib/values/list-routes.ts';

/** A field whose totals a list shows. */
export type SummedColumn = {
  /** The server's name of the field, such as `expectedDisplayAmount`. */
  readonly field: string;
  /** The label, such as "Expected". */
  readonly label: string;
  /**
   * The choice filter of its currency, or null when the field has one currency and a filter of its own. Without it, no
   * filter finds the rows, so the total has no link.
   */
  readonly currency?: string | null;
  /** The list of the records that have the amount, when they aren't the rows of this list. */
  readonly records?: ListName;
  /** Further filters that select the rows of a total, such as `{ amountFrom: ['record'] }`. */
  readonly filterColumn?: (currency: string) => Readonly<Record<string, readonly string[]>>;
  /** The source of the amount, such as "by record", when some rows have it from another one. */
  readonly coverageMessage?: string;
  /** Explains why it is separate from another total of the same column. */
  readonly hint?: string;
  /** Shown among "All totals" only. */
  readonly minor?: boolean;
};

export type Sum = FieldSums['sums'][number];

/**
 * Returns the query of the rows in a total: those in its currency, or those with an amount when there is one currency.
 * Null when no filter finds them.
 */
export function toSummedRowsQuery(
  query: ListQuery,
  column: SummedColumn,
  currency: string,
): ListQuery | null {
  const firstPage = { ...query, after: null, before: null };
  if (column.currency === undefined) return null;
  if (column.currency === null) {
    const range = query.amounts[column.field] ?? { currency, from: zero, to: null };
    return { ...firstPage, amounts: { ...query.amounts, [column.field]: range } };
  }
  return {
    ...firstPage,
    choices: { ...query.choices, ...column.filterColumn?.(currency), [column.currency]: [currency] },
  };
}

const zero = amount('0');

/** Splits the totals of a field from the number of rows whose currency is unknown, which no total includes. */
export function splitSums(sums: readonly Sum[]): {
  readonly shown: readonly Sum[];
  readonly leftOut: number;
} {
  return {
    shown: sums.filter(({ currency, known }) => currency !== null && known > 0),
    leftOut: sums.find(({ currency }) => currency === null)?.known ?? 0,
  };
}
