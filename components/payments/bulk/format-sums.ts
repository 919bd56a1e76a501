import { formatAmount } from '#components/money/format-amount.ts';
import type { BatchSum } from '#lib/payment-batches/schema.ts';

/** Formats the sum of each currency without rounding, as a person reads it before the confirmation. */
export const formatSums = (sums: readonly BatchSum[], locale: string): string =>
  sums
    .map(({ total, currency }) => {
      const usual = formatAmount(total, currency, locale);
      const { text } = usual.rounded ? formatAmount(total, currency, locale, 'exact') : usual;
      return `${text} ${currency}`;
    })
    .join(' + ');
