import { formatPeriod } from '#components/statements/format-period.ts';
import { formatDay } from '#components/ui/format-time.ts';
import { tFees } from '#lib/messages/fees.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import type { FeeDimension } from '#lib/statements/schema-fees.ts';
import { sizeBands } from '#lib/statements/schema-fees.ts';

function nameBand(key: string, locale: string): string {
  const bands: readonly string[] = sizeBands;
  const number = (digits: string) => Number(digits).toLocaleString(locale);
  const to = bands[bands.indexOf(key) + 1] ?? '';
  if (key === '') return tFees('size.unknown');
  if (key === '0') return tFees('size.least', { to: number(to) });
  return to === ''
    ? tFees('size.most', { from: number(key) })
    : tFees('size.between', { from: number(key), to: number(to) });
}

/** Returns the name of a group of deposits: "October 2026", "BTC" or "10 to 100 EUR". */
export function nameGroup(dimension: FeeDimension, key: string, locale: string): string {
  if (dimension === 'band') return nameBand(key, locale);
  if (key === '') return tFees('notReported');
  if (dimension === 'day') return formatDay(key, locale);
  const month = dimension === 'month' ? parsePeriod(key) : null;
  return month === null ? key : formatPeriod(month, locale);
}
