import type { Amount, SignedAmount, Total } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';

/** The displayed text, and whether it was rounded. */
export type ShownAmount = { readonly text: string; readonly rounded: boolean };

/** The maximum number of fraction digits of a coin amount. Hover and copying give the exact amount. */
const coinDigits = 8;

const formats = new Map<string, Intl.NumberFormat>();

/** Returns a format of numbers, made once for its options. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Passes digits to `Intl` as text, because a JavaScript number would lose some. */
export const digitsForIntl = (value: Amount | SignedAmount | Total) =>
  brand<Intl.StringNumericLiteral>(value);

const fraction = (value: string): string => (value.split('.')[1] ?? '').replace(/0+$/, '');
const isZero = (value: string): boolean => !/[1-9]/.test(value);

/** Formats all digits as written, trailing zeros included, and at least the usual ones of the currency. */
function formatExactly(value: Amount | SignedAmount | Total, currency: string, locale: string): string {
  const written = value.split('.')[1]?.length ?? 0;
  const count = isFiatCurrency(currency) ? Math.max(written, fiatFractionDigits(currency)) : written;
  const limits = { minimumFractionDigits: count, maximumFractionDigits: count };
  return numberFormat(locale, limits).format(digitsForIntl(value));
}

/**
 * Formats an amount: grouped, and rounded half away from zero to the usual digits of the currency. An amount that would
 * round to zero shows its first two significant digits instead. `exact` groups the digits and rounds none.
 */
export function formatAmount(
  value: Amount | SignedAmount | Total,
  currency: string,
  locale: string,
  digits: 'usual' | 'exact' = 'usual',
): ShownAmount {
  if (digits === 'exact') return { text: formatExactly(value, currency, locale), rounded: false };
  const fiat = isFiatCurrency(currency);
  const most = fiat ? fiatFractionDigits(currency) : coinDigits;
  const least = fiat ? most : 2;
  const tiny =
    !isZero(value) && isZero(value.split('.')[0] ?? '') && /^0*$/.test(fraction(value).slice(0, most));
  const limits = tiny
    ? { minimumSignificantDigits: 1, maximumSignificantDigits: 2 }
    : { minimumFractionDigits: least, maximumFractionDigits: most };
  const text = numberFormat(locale, limits).format(digitsForIntl(value));
  const isExact = tiny ? fraction(value).replace(/^0+/, '').length <= 2 : fraction(value).length <= most;
  return { text, rounded: !isExact };
}

/** Returns the text that makes a shown amount end with as many decimals as `decimals`, so that amounts align. */
export function decimalPadding(text: string, decimals: number, locale: string): string {
  const separator =
    numberFormat(locale, { minimumFractionDigits: 1 })
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.';
  const shown = countDecimals(text, separator);
  if (shown >= decimals) return '';
  return `${shown === 0 ? separator : ''}${'0'.repeat(decimals - shown)}`;
}

const countDecimals = (text: string, separator: string): number =>
  text.includes(separator) ? text.length - text.lastIndexOf(separator) - separator.length : 0;

/** Returns the most decimals that the amounts show, each in its currency. */
export function findMaximumDecimals(
  amounts: readonly { readonly amount: Total | null; readonly currency: string }[],
): number {
  const shown = amounts.map(({ amount, currency }) =>
    amount === null ? 0 : countDecimals(formatAmount(amount, currency, 'en').text, '.'),
  );
  return Math.max(0, ...shown);
}

/** Formats a difference with its sign. */
export function formatSignedAmount(value: SignedAmount, currency: string, locale: string): ShownAmount {
  const { text, rounded } = formatAmount(value, currency, locale);
  return { text: value.startsWith('-') || isZero(value) ? text : `+${text}`, rounded };
}
