import { canBeFound } from '#lib/lists/model/query.ts';
import type { Amount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/arithmetic.ts';
import type { Minimum, MinimumChange, MinimumsQuery } from './schema.ts';

/** Where an amount stands: a missing minimum is unknown, which is neither enough nor too little. */
export type Verdict = 'enough' | 'too-little' | 'unknown';

export function compareToMinimum(amount: Amount, minimum: Amount | null): Verdict {
  if (minimum === null) return 'unknown';
  return compareAmounts(amount, minimum) >= 0 ? 'enough' : 'too-little';
}

const keyOf = (one: Pick<Minimum, 'coin' | 'network' | 'currency'>): string =>
  JSON.stringify([one.coin, one.network, one.currency]);

/** The minimum of a coin on a network, stated in `currency`. Null: unknown. */
export function findMinimum(
  minimums: readonly Minimum[],
  wanted: { readonly coin: string; readonly network: string; readonly currency: string },
): Amount | null {
  const key = keyOf(wanted);
  return minimums.find((one) => keyOf(one) === key)?.amount ?? null;
}

/** Those of the chosen coin whose coin and network hold every word that is searched for, in any case of letters. */
export function filterMinimums(
  minimums: readonly Minimum[],
  { q, depositCurrency }: MinimumsQuery,
): Minimum[] {
  if (!canBeFound(q)) return [];
  const words = q.toUpperCase().split(/\s+/);
  return minimums.filter(({ coin, network }) => {
    const name = `${coin} ${network}`.toUpperCase();
    return (depositCurrency === '' || coin === depositCurrency) && words.every((word) => name.includes(word));
  });
}

/** One coin on one network, with its minimum in each currency that was told. */
export type MinimumRow = {
  readonly coin: string;
  readonly network: string;
  /** In the coin itself; null: unknown. */
  readonly own: Amount | null;
  /** In display currencies, by code. */
  readonly stated: readonly { readonly currency: string; readonly amount: Amount }[];
};

export function minimumRows(minimums: readonly Minimum[]): MinimumRow[] {
  const rows = new Map<string, { coin: string; network: string; own: Amount | null; stated: Minimum[] }>();
  for (const one of minimums) {
    const key = JSON.stringify([one.coin, one.network]);
    const row = rows.get(key) ?? { coin: one.coin, network: one.network, own: null, stated: [] };
    if (one.currency === one.coin) row.own = one.amount;
    else row.stated.push(one);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** The row's minimum in a currency, be it the coin or a display currency. Null: unknown. */
export const statedIn = (row: MinimumRow, currency: string): Amount | null =>
  currency === row.coin ? row.own : (row.stated.find((one) => one.currency === currency)?.amount ?? null);

/** What differs from the reading before. Equal amounts in other digits (`1.0`, `1`) are no change. */
export function minimumChanges(before: readonly Minimum[], after: readonly Minimum[]): MinimumChange[] {
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const now = new Map(after.map((one) => [keyOf(one), one]));
  const changed = after.flatMap((one): MinimumChange[] => {
    const was = old.get(keyOf(one))?.amount ?? null;
    if (was !== null && compareAmounts(was, one.amount) === 0) return [];
    return [{ coin: one.coin, network: one.network, currency: one.currency, before: was, after: one.amount }];
  });
  const gone = before
    .filter((one) => !now.has(keyOf(one)))
    .map(({ coin, network, currency, amount }) => ({ coin, network, currency, before: amount, after: null }));
  return [...changed, ...gone];
}

/** Those that most people look for come first. */
const usual = ['EUR', 'USD', 'GBP', 'CHF', 'AUD', 'CAD'];
const columnsAtFirst = 6;

/** The display currencies that get a column: a few, the one that is asked for, or all. */
export function shownCurrencies(
  minimums: readonly Minimum[],
  asked: string,
  all: boolean,
): { readonly columns: readonly string[]; readonly hidden: boolean } {
  const coins = new Set(minimums.map((one) => one.coin));
  const told = new Set(minimums.flatMap((one) => (coins.has(one.currency) ? [] : one.currency)));
  const ordered = [...new Set([...usual, ...[...told].sort()])].filter((currency) => told.has(currency));
  if (all) return { columns: ordered, hidden: false };
  const first = ordered.slice(0, columnsAtFirst);
  const columns = told.has(asked) && !first.includes(asked) ? [asked, ...first.slice(0, -1)] : first;
  return { columns, hidden: ordered.length > columns.length };
}
