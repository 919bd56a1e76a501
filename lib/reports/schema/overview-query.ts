import { isFilterValue } from '#lib/lists/model/filter-values.ts';
import type { OverviewQuery } from './overview.ts';
import { defaultLength, periodLengths } from './overview.ts';

/** Accepts any code that a list filter accepts, because the service may add codes. */
const readCode = (text: string | null): string | null => (text !== null && isFilterValue(text) ? text : null);

/** Reads the parameters of a URL and ignores invalid ones. */
export function parseOverviewQuery(parameter: (name: string) => string | null): OverviewQuery {
  const [days, money, out] = [parameter('days'), parameter('in'), parameter('out')];
  return {
    days: periodLengths.find((length) => String(length) === days) ?? defaultLength,
    in: readCode(money),
    out: readCode(out),
  };
}
