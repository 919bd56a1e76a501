import type { Amount, SignedAmount, Total } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';

/** What is shown, and whether that is all there is. */
export type ShownAmount = { readonly text: string; readonly rounded: boolean };

/** Most fraction digits that are shown of an amount in a coin. The exact figure is on hover and in what is copied. */
const coinDigits = 8;

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const made = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** `Intl` takes decimal digits as text and rounds them exactly; a JavaScript number would lose some. */
const digitsForIntl = (value: Amount | SignedAmount | Total) => brand<Intl.StringNumericLiteral>(value);

const fraction = (value: string): string => (value.split('.')[1] ?? '').replace(/0+$/, '');
const isZero = (value: string): boolean => !/[1-9]/.test(value);

/**
 * An amount as a person reads it: grouped, rounded half away from zero to what is usual for the currency. An amount
 * that would round to nothing shows its first two digits instead: something is never shown as zero.
 */
export function formatAmount(
  value: Amount | SignedAmount | Total,
  currency: string,
  locale: string,
): ShownAmount {
  const fiat = isFiatCurrency(currency);
  const most = fiat ? fiatFractionDigits(currency) : coinDigits;
  const least = fiat ? most : 2;
  const tiny =
    !isZero(value) && isZero(value.split('.')[0] ?? '') && /^0*$/.test(fraction(value).slice(0, most));
  const digits = tiny
    ? { minimumSignificantDigits: 1, maximumSignificantDigits: 2 }
    : { minimumFractionDigits: least, maximumFractionDigits: most };
  const text = numberFormat(locale, digits).format(digitsForIntl(value));
  const kept = tiny ? fraction(value).replace(/^0+/, '').length <= 2 : fraction(value).length <= most;
  return { text, rounded: !kept };
}

/** A difference: with its sign, `+` too. */
export function formatSignedAmount(value: SignedAmount, currency: string, locale: string): ShownAmount {
  const { text, rounded } = formatAmount(value, currency, locale);
  return { text: value.startsWith('-') || isZero(value) ? text : `+${text}`, rounded };
}
