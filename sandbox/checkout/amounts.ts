import { brand } from '#lib/values/brand.ts';
import { isFiatCurrency } from '#lib/values/currencies.ts';
import { priceScale } from '../model/money.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';

/** Returns a language tag that Intl accepts. §2.2 allows `_` between language and region, Intl does not. */
export function intlLocale(locale: string): string {
  const tag = locale.replaceAll('_', '-');
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Formats an exact amount for a locale, in Western digits and without rounding. */
export function formatAmount(value: string, currency: string, locale: string): string {
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

/** Marks up an amount with its currency. The exact digits are in `value`. */
export const renderAmount = (value: string, currency: string, locale: string): Html =>
  html`<data value="${value}" class="amount"><bdi dir="ltr">${formatAmount(value, currency, locale)} <span class="unit">${currency}</span></bdi></data>`;

/** Like {@link renderAmount} with at most eight fraction digits: for comparing, not for sending. */
export function renderRoundedAmount(value: string, currency: string, locale: string): Html {
  const [whole = '0', fraction = ''] = value.split('.');
  const shown = fraction.length > 8 ? `${whole}.${fraction.slice(0, 8)}` : value;
  return html`<data value="${value}" title="${value} ${currency}" class="amount"><bdi dir="ltr">${formatAmount(shown, currency, locale)} <span class="unit">${currency}</span></bdi></data>`;
}
