import { formatDay } from '#components/ui/format-time.ts';
import type { Period } from '#lib/statements/model/period.ts';

const months = new Map<string, Intl.DateTimeFormat>();

function monthFormat(locale: string): Intl.DateTimeFormat {
  const format =
    months.get(locale) ??
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  months.set(locale, format);
  return format;
}

/** Formats a period: "October 2026", "Q4 2026" or "5 Oct 2026 – 20 Oct 2026". */
export function formatPeriod(period: Period, locale: string): string {
  if (period.kind === 'month') return monthFormat(locale).format(Date.parse(`${period.from}T00:00:00Z`));
  if (period.kind === 'quarter') return `${period.text.slice(5)} ${period.text.slice(0, 4)}`;
  return `${formatDay(period.from, locale)} – ${formatDay(period.to, locale)}`;
}
