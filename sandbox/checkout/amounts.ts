import { brand } from '#lib/values/brand.ts';
import { isFiatCurrency } from '#lib/values/currencies.ts';
import { priceScale } from '../model/money.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';

/** A tag that Intl takes: §2.2 allows `_` between language and region, Intl does not. */
export function intlLocale(locale: string): string {
  const tag = locale.replaceAll('_', '-');
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** An exact amount as people of that locale write it: no digit is rounded away. Western digits throughout. */
export function amountText(value: string, currency: string, locale: string): string {
  const decimals = value.split('.')[1]?.length ?? 0;
  const least = isFiatCurrency(currency) ? priceScale(currency) : 0;
  const format = new Intl.NumberFormat(intlLocale(locale), {
    numberingSystem: 'latn',
    minimumFractionDigits: Math.max(least, decimals),
    maximumFractionDigits: Math.max(least, decimals),
  });
  // Intl reads decimal strings exactly; a number would lose digits.
  return format.format(brand<Intl.StringNumericLiteral>(value));
}

/** An amount with its currency; the exact digits are in `value`. */
export const amountMark = (value: string, currency: string, locale: string): Html =>
  html`<data value="${value}" class="amount"><bdi dir="ltr">${amountText(value, currency, locale)} <span class="unit">${currency}</span></bdi></data>`;

/** The same, shown with eight fraction digits at most: for comparing, not for sending. */
export function roughMark(value: string, currency: string, locale: string): Html {
  const [whole = '0', fraction = ''] = value.split('.');
  const shown = fraction.length > 8 ? `${whole}.${fraction.slice(0, 8)}` : value;
  return html`<data value="${value}" title="${value} ${currency}" class="amount"><bdi dir="ltr">${amountText(shown, currency, locale)} <span class="unit">${currency}</span></bdi></data>`;
}
