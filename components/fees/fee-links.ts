import { toDepositsHref } from '#components/overview/list-links.ts';
import type { Period } from '#lib/statements/model/period.ts';
import { findOverlap, parsePeriod } from '#lib/statements/model/period.ts';
import type { FeeDimension } from '#lib/statements/schema-fees.ts';

/** The address of the fees of a period. */
export const feesHref = (businessId: string, currency: string, period: string): string =>
  `/${businessId}/reports/fees?currency=${encodeURIComponent(currency)}&period=${period}`;

type Chosen = { readonly businessId: string; readonly currency: string; readonly period: Period };

/** Returns the address of the deposits of a group. Null: no filter finds just these. */
export function toGroupHref(
  { businessId, currency, period }: Chosen,
  dimension: FeeDimension,
  key: string,
): string | null {
  const { from, to } = period;
  const of = { settlementCurrency: [currency] };
  const link = (days: { from: string; to: string }, more: Readonly<Record<string, readonly string[]>> = {}) =>
    toDepositsHref(`/${businessId}`, days, { ...of, ...more });
  if (key === '') return null;
  switch (dimension) {
    case 'coin':
      return link({ from, to }, { depositCurrency: [key] });
    case 'network':
      return link({ from, to }, { network: [key] });
    case 'day':
      return link({ from: key, to: key });
    case 'month':
      return link(findOverlap(parsePeriod(key) ?? period, period));
    case 'band':
      return null;
  }
}
