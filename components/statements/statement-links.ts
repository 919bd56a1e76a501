import type { SumName } from '#lib/statements/model/lines.ts';
import type { Days, Period } from '#lib/statements/model/period.ts';
import { createDays, parsePeriod } from '#lib/statements/model/period.ts';

/** Returns a whole month or quarter as such, so that it has its usual name and address. */
export function namePeriod({ from, to }: Days): Period {
  const quarter = `${from.slice(0, 4)}-Q${Math.floor((Number(from.slice(5, 7)) - 1) / 3) + 1}`;
  const whole = [from.slice(0, 7), quarter]
    .map(parsePeriod)
    .find((period) => period?.from === from && period.to === to);
  return whole ?? createDays({ from, to });
}

/** The address of the reconciliation of a period. */
export const reconciliationHref = (
  businessId: string,
  query: Readonly<Record<string, string | null>>,
): string => {
  const chosen = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `/${businessId}/reports/reconciliation?${chosen.join('&')}`;
};

/** The address of a statement. */
export const statementHref = (businessId: string, currency: string, period: string): string =>
  `/${businessId}/reports/statements?currency=${encodeURIComponent(currency)}&period=${period}`;

export const statementRowsHref = (
  businessId: string,
  {
    currency,
    period,
    line,
    after = null,
  }: {
    readonly currency: string;
    readonly period: string;
    readonly line: SumName;
    readonly after?: string | null;
  },
): string =>
  `/${businessId}/reports/statements/rows?currency=${encodeURIComponent(currency)}&period=${period}&line=${line}${
    after === null ? '' : `&after=${encodeURIComponent(after)}`
  }`;
