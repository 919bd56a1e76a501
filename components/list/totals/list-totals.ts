import type { ListQuery } from '#lib/lists/model/query.ts';
import type { FieldSums } from '#lib/lists/model/totals.ts';
import { amount } from '#lib/values/amount.ts';

/** A field whose totals a list shows. */
export type SummedColumn = {
  /** As the server names it: `expectedDisplayAmount`. */
  readonly field: string;
  /** "Expected" */
  readonly label: string;
  /** The choice filter that names its currency; null where the field has a filter of its own and one currency. */
  readonly currency: string | null;
  /** What else the rows of a sum have in common: `{ amountFrom: ['record'] }`. */
  readonly also?: (currency: string) => Readonly<Record<string, readonly string[]>>;
  /** What tells the amount, where not every row of the column has it from there: "by record". */
  readonly told?: string;
  /** Why it stands apart from another total of the same column. */
  readonly hint?: string;
  /** Among "All totals" only: there is no room for every one in the bar. */
  readonly minor?: boolean;
};

export type Sum = FieldSums['sums'][number];

/** The rows behind a sum: those in its currency; where there is only one, those that tell the amount. */
export function rowsOfSum(query: ListQuery, column: SummedColumn, currency: string): ListQuery {
  const begun = { ...query, after: null, before: null };
  if (column.currency === null) {
    const range = query.amounts[column.field] ?? { currency, from: zero, to: null };
    return { ...begun, amounts: { ...query.amounts, [column.field]: range } };
  }
  return {
    ...begun,
    choices: { ...query.choices, ...column.also?.(currency), [column.currency]: [currency] },
  };
}

const zero = amount('0');

/** What a field adds up to; and how many rows tell an amount in a currency that nobody knows, so that it is in no sum. */
export function splitSums(sums: readonly Sum[]): { readonly told: readonly Sum[]; readonly leftOut: number } {
  return {
    told: sums.filter(({ currency, known }) => currency !== null && known > 0),
    leftOut: sums.find(({ currency }) => currency === null)?.known ?? 0,
  };
}
