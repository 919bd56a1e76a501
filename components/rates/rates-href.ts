/** The address of the rates of a period. */
export const ratesHref = (
  businessId: string,
  {
    currency,
    period,
    tolerance,
    after = null,
  }: {
    readonly currency: string;
    readonly period: string;
    readonly tolerance: string;
    readonly after?: string | null;
  },
): string =>
  `/${businessId}/reports/rates?currency=${encodeURIComponent(currency)}&period=${period}&tolerance=${tolerance}${
    after === null ? '' : `&after=${encodeURIComponent(after)}`
  }`;
