const steps = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const;
const week = 7 * 86_400;

/** "now", "5min ago", "in 2h"; beyond a week the date, with its year where it is another one. Seconds are UNIX. */
export function relativeTime(at: number, now: number, locale: string, zone: string): string {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size >= week) {
    const day = { day: 'numeric', month: 'short', timeZone: zone } as const;
    const year = (seconds: number) =>
      new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone }).format(seconds * 1000);
    return new Intl.DateTimeFormat(locale, year(at) === year(now) ? day : { ...day, year: 'numeric' }).format(
      at * 1000,
    );
  }
  const words = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' });
  if (size < 45) return words.format(0, 'second');
  const [unit, seconds] = steps.findLast(([, length]) => size >= length) ?? steps[0];
  const count = Math.max(1, Math.floor(size / seconds));
  return new Intl.RelativeTimeFormat(locale, { style: 'narrow' }).format(distance < 0 ? -count : count, unit);
}

/** "20 Nov 2026, 19:02:11 GMT+1": the moment itself, to the second, with its zone. */
export function absoluteTime(at: number, locale: string, zone: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(at * 1000);
}

/** The same with the zone's own name behind it, as its short form can mean several: "… CET (Europe/Berlin)". */
export function momentInZone(at: number, locale: string, zone: string): string {
  const moment = absoluteTime(at, locale, zone);
  return moment.endsWith(zone) ? moment : `${moment} (${zone})`;
}

/** "20 Nov 2026, 19:02", for where the page names its time zone once. */
export function shortTime(at: number, locale: string, zone: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(at * 1000);
}

/** "20 Nov 2026" of "2026-11-20", a day that is cut already. */
export function wholeDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00:00Z`));
}

/** "19:02" while that is today, else with its day as {@link shortTime} has it. */
export function clockTime(at: number, now: number, locale: string, zone: string): string {
  const dayOf = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: zone });
  if (dayOf.format(at * 1000) !== dayOf.format(now * 1000)) return shortTime(at, locale, zone);
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(
    at * 1000,
  );
}

/** What `<time datetime>` wants: 2026-11-20T18:02:11Z. */
export const machineTime = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');
