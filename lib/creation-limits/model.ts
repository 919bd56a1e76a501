import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import { compareAmounts } from '#lib/values/subtract.ts';

/** Currencies of prices. */
export const limitCurrencies = [...fiatCurrencies, ...cryptoCurrencies] as const;

/** The largest price in a currency that one person may create alone. */
export type CreationLimit = { readonly currency: string; readonly amount: Amount };

/** Returns the limits from the stored values, which have no null. */
export const toLimits = (stored: ReadonlyMap<string, Amount | null>): readonly CreationLimit[] =>
  [...stored].flatMap(([currency, digits]) => (digits === null ? [] : [{ currency, amount: digits }]));

const zero = amount('0');

/**
 * Returns what a person may create alone in a currency. Null: any amount. A price is compared in its own currency only,
 * because no rate converts it. So once any limit exists, a currency without one needs an approval from zero on. The
 * database has the same rule in `effective_creation_limit`.
 */
export const findEffectiveLimit = (
  currency: string,
  limits: readonly CreationLimit[],
): CreationLimit | null =>
  limits.find((limit) => limit.currency === currency) ??
  (limits.length > 0 ? { currency, amount: zero } : null);

/** Returns the limit that a price exceeds, or null. */
export function findExceededLimit(
  price: { readonly amount: Amount | null; readonly currency: string },
  limits: readonly CreationLimit[],
): CreationLimit | null {
  const limit = findEffectiveLimit(price.currency, limits);
  if (limit === null || price.amount === null) return null;
  return compareAmounts(price.amount, limit.amount) > 0 ? limit : null;
}

/** Returns true if every price that needs an approval before a change still needs one after it. */
export function isStricterLimit(before: CreationLimit | null, after: CreationLimit | null): boolean {
  if (after === null) return before === null;
  return before === null || compareAmounts(after.amount, before.amount) <= 0;
}
