/** Formats are kept for this many pairs of locale and time zone. */
const maximumKept = 200;

/**
 * Returns formats by locale and time zone. Making one takes a hundred times as long as using it, and a list shows hundreds of
 * times.
 */
function keepFormats(
  options: Intl.DateTimeFormatOptions,
): (locale: string, zone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (locale, zone) => {
    const key = `${locale} ${zone}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    if (kept.size >= maximumKept) kept.clear();
    kept.set(key, format);
    return format;
  };
}

const year = keepFormats({ year: 'numeric' });
const dayOfYear = keepFormats({ day: 'numeric', month: 'short' });
const day = keepFormats({ day: 'numeric', month: 'short', year: 'numeric' });
const dayNumber = keepFormats({ dateStyle: 'short' });
const clock = keepFormats({ hour: '2-digit', minute: '2-digit' });
const shortTime = keepFormats({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const absoluteTime = keepFormats({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

const steps = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const;
const week = 7 * 86_400;

/** Formats UNIX seconds as "now", "5m ago" or "in 2h", and as a date beyond a week. */
export function formatRelativeTime(at: number, now: number, locale: string, zone: string): string {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size >= week) {
    const formatYear = (seconds: number) => year('en', zone).format(seconds * 1000);
    const format = formatYear(at) === formatYear(now) ? dayOfYear : day;
    return format(locale, zone).format(at * 1000);
  }
  const format = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' });
  if (size < 45) return format.format(0, 'second');
  const [unit, seconds] = steps.findLast(([, length]) => size >= length) ?? steps[0];
  const count = Math.max(1, Math.floor(size / seconds));
  return new Intl.RelativeTimeFormat(locale, { style: 'narrow' }).format(distance < 0 ? -count : count, unit);
}

/** Formats a time to the second with its zone: "20 Nov 2026, 19:02:11 GMT+1". */
export function formatAbsoluteTime(at: number, locale: string, zone: string): string {
  return absoluteTime(locale, zone).format(at * 1000);
}

/** Adds the full zone name, because short names are ambiguous: "… CET (Europe/Berlin)". */
export function formatMoment(at: number, locale: string, zone: string): string {
  const moment = formatAbsoluteTime(at, locale, zone);
  return moment.endsWith(zone) ? moment : `${moment} (${zone})`;
}

/** Formats a time without its zone: "20 Nov 2026, 19:02". For pages that name the zone once. */
export function formatShortTime(at: number, locale: string, zone: string): string {
  return shortTime(locale, zone).format(at * 1000);
}

/** Formats the calendar day "2026-11-20" as "20 Nov 2026". */
export function formatDay(date: string, locale: string): string {
  return day(locale, 'UTC').format(Date.parse(`${date}T00:00:00Z`));
}

/** Formats a time of today as "19:02" and any other like {@link formatShortTime}. */
export function formatClockTime(at: number, now: number, locale: string, zone: string): string {
  const days = dayNumber('en', zone);
  if (days.format(at * 1000) !== days.format(now * 1000)) return formatShortTime(at, locale, zone);
  return clock(locale, zone).format(at * 1000);
}

/** Formats a time for `<time datetime>`: 2026-11-20T18:02:11Z. */
export const formatMachineTime = (at: number): string =>
  new Date(at * 1000).toISOString().replace('.000Z', 'Z');
