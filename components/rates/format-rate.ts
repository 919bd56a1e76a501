import { digitsForIntl, numberFormat } from '#components/money/format-amount.ts';
import type { SignedAmount } from '#lib/values/amount.ts';

/** The significant digits of a shown rate. Two decimals would hide what deposits differ by. */
const rateDigits = 6;

/** Formats a rate, rounded to its significant digits rather than to the digits of its currency. */
export function formatRate(rate: SignedAmount, locale: string): string {
  const [whole = '', decimals = ''] = rate.replace('-', '').split('.');
  const most = whole === '0' ? Math.max(0, decimals.search(/[1-9]/)) + rateDigits : rateDigits - whole.length;
  const limits = { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, most) };
  return numberFormat(locale, limits).format(digitsForIntl(rate));
}
