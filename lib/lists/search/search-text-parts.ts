import 'server-only';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isCryptoCurrency, isFiatCurrency } from '#lib/values/currencies.ts';
import { isUuid } from '#lib/values/ids.ts';
import { readTypedAmount } from '#lib/values/typed-amount.ts';

/** Reads links, shortened identifiers and amounts that people type into a search. */

const linkPattern = /^https?:\/\/\S+$/i;

/** Returns true for a link. */
export const isLink = (q: string): boolean => linkPattern.test(q);

/** Returns the last UUID of a link, such as the payment of a checkout link or of our own page. */
function findIdInLink(q: string): string | null {
  if (!isLink(q)) return null;
  const ids = q.split(/[/?#&=]/).filter(isUuid);
  return ids.at(-1)?.toLowerCase() ?? null;
}

/** Columns with little room show only the beginning of an identifier: `3f0e7a52…`. */
const withoutEllipsis = (q: string): string => q.replace(/(?<=\S{4})\s?(?:…|\.\.\.)$/u, '');

/** Returns the identifier to look up: that of a link, or the text itself, without an ellipsis at its end. */
export const parseIdentifier = (q: string): string => findIdInLink(q) ?? withoutEllipsis(q);

/** Start and end of an identifier that was shortened in the middle. */
type Shortened = { readonly head: string; readonly tail: string };

/** Parses an identifier as pages shorten it: `0x71C765…976F`, also with three points. Null: it is not shortened. */
export function parseShortened(q: string): Shortened | null {
  const [, head = '', tail = ''] = /^([^\s…]{2,}?)\s?(?:…|\.\.\.)\s?([^\s….]{2,})$/u.exec(q) ?? [];
  return head === '' ? null : { head, tail };
}

/** An amount that is searched, in one currency or in any. */
type SearchedAmount = { readonly amount: Amount; readonly currency: string | null };

const codes: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };
const amountPattern = /^(?:([A-Za-z]{3,4}|[€£])\s*)?([0-9][0-9.,'’\s]*?)(?:\s*([A-Za-z]{3,4}|[€£]))?$/u;

/**
 * Reads an amount with or without its currency: `49.90 EUR`, `€49,90`, `49.90`. Whole numbers without a currency are
 * identifiers. A number that can be read in two ways is searched in both.
 */
export function parseSearchedAmounts(q: string): readonly SearchedAmount[] {
  const [, before, digits = '', after] = amountPattern.exec(q) ?? [];
  if (digits === '' || (before !== undefined && after !== undefined)) return [];
  const code = before ?? after;
  const currency = code === undefined ? null : (codes[code] ?? code.toUpperCase());
  if (currency !== null && !isFiatCurrency(currency) && !isCryptoCurrency(currency)) return [];
  if (currency === null && /^[0-9]+$/.test(digits)) return [];
  const readings = ['en', 'de'].flatMap((locale) => {
    const typed = readTypedAmount(digits, locale, null);
    if (typed.kind === 'amount') return [typed.digits];
    return typed.kind === 'ambiguous' ? typed.readings : [];
  });
  return [...new Set(readings)].flatMap((reading) => {
    const amount = parseAmount(reading);
    return amount === null ? [] : [{ amount, currency }];
  });
}
