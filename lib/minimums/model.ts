import { isSearchable } from '#lib/lists/model/search-text.ts';
import type { Amount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { Minimum, MinimumChange, MinimumsQuery } from './schema.ts';

/** Result of comparing an amount with a minimum. A missing minimum is unknown, neither enough nor too little. */
export type MinimumVerdict = 'enough' | 'too-little' | 'unknown';

export function compareToMinimum(amount: Amount, minimum: Amount | null): MinimumVerdict {
  if (minimum === null) return 'unknown';
  return compareAmounts(amount, minimum) >= 0 ? 'enough' : 'too-little';
}

const toMinimumKey = (minimum: Pick<Minimum, 'coin' | 'network' | 'currency'>): string =>
  JSON.stringify([minimum.coin, minimum.network, minimum.currency]);

/** Returns the minimum of a coin on a network, stated in `currency`. Null: unknown. */
export function findMinimum(
  minimums: readonly Minimum[],
  target: { readonly coin: string; readonly network: string; readonly currency: string },
): Amount | null {
  const key = toMinimumKey(target);
  return minimums.find((minimum) => toMinimumKey(minimum) === key)?.amount ?? null;
}

/** Returns the minimums of the selected coin whose coin and network contain every search word, ignoring case. */
export function filterMinimums(
  minimums: readonly Minimum[],
  { q, depositCurrency }: MinimumsQuery,
): Minimum[] {
  if (!isSearchable(q)) return [];
  const words = q.toUpperCase().split(/\s+/);
  return minimums.filter(({ coin, network }) => {
    const name = `${coin} ${network}`.toUpperCase();
    return (depositCurrency === '' || coin === depositCurrency) && words.every((word) => name.includes(word));
  });
}

/** A coin on a network, with its minimum in each reported currency. */
export type MinimumRow = {
  readonly coin: string;
  readonly network: string;
  /** In the coin itself; null: unknown. */
  readonly own: Amount | null;
  /** In display currencies, by code. */
  readonly stated: readonly { readonly currency: string; readonly amount: Amount }[];
};

export function groupMinimums(minimums: readonly Minimum[]): MinimumRow[] {
  const rows = new Map<string, { coin: string; network: string; own: Amount | null; stated: Minimum[] }>();
  for (const minimum of minimums) {
    const key = JSON.stringify([minimum.coin, minimum.network]);
    const row = rows.get(key) ?? { coin: minimum.coin, network: minimum.network, own: null, stated: [] };
    if (minimum.currency === minimum.coin) row.own = minimum.amount;
    else row.stated.push(minimum);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Returns the row's minimum in the coin or a display currency. Null: unknown. */
export const findMinimumInCurrency = (row: MinimumRow, currency: string): Amount | null =>
  currency === row.coin
    ? row.own
    : (row.stated.find((minimum) => minimum.currency === currency)?.amount ?? null);

/** Returns the differences from the previous reading. Equal amounts with other digits (`1.0`, `1`) are no change. */
export function compareMinimums(before: readonly Minimum[], after: readonly Minimum[]): MinimumChange[] {
  const previous = new Map(before.map((minimum) => [toMinimumKey(minimum), minimum]));
  const current = new Map(after.map((minimum) => [toMinimumKey(minimum), minimum]));
  const changed = after.flatMap((minimum): MinimumChange[] => {
    const previousAmount = previous.get(toMinimumKey(minimum))?.amount ?? null;
    if (previousAmount !== null && compareAmounts(previousAmount, minimum.amount) === 0) return [];
    return [
      {
        coin: minimum.coin,
        network: minimum.network,
        currency: minimum.currency,
        before: previousAmount,
        after: minimum.amount,
      },
    ];
  });
  const removed = before
    .filter((minimum) => !current.has(toMinimumKey(minimum)))
    .map(({ coin, network, currency, amount }) => ({ coin, network, currency, before: amount, after: null }));
  return [...changed, ...removed];
}

/** The most common display currencies come first. */
const commonCurrencies = ['EUR', 'USD', 'GBP', 'CHF', 'AUD', 'CAD'];
const initialColumns = 6;

/** Returns the display currencies with a column: a few, including the requested one, or all. */
export function selectCurrencyColumns(
  minimums: readonly Minimum[],
  requestedCurrency: string,
  all: boolean,
): { readonly columns: readonly string[]; readonly hidden: boolean } {
  const coins = new Set(minimums.map((minimum) => minimum.coin));
  const reportedCurrencies = new Set(
    minimums.flatMap((minimum) => (coins.has(minimum.currency) ? [] : minimum.currency)),
  );
  const ordered = [
    ...new Set([requestedCurrency, ...commonCurrencies, ...[...reportedCurrencies].sort()]),
  ].filter((currency) => reportedCurrencies.has(currency));
  const columns = all ? ordered : ordered.slice(0, initialColumns);
  return { columns, hidden: ordered.length > columns.length };
}
