import 'server-only';

/** Milliseconds → `2026-11-20T19:02:11+01:00`. */
export type ZonedTime = (milliseconds: number) => string;

/** ISO 8601 as a clock in that zone shows it, its offset included, to the second. */
export function zonedTime(timeZone: string): ZonedTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  return (milliseconds) => {
    const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
    const year = part('year').padStart(4, '0');
    return `${year}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
  };
}
