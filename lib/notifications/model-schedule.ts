import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import type { Delivery } from './model.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMinutes = 24 * 60;

/** Daily emails arrive at this minute of the day. */
const dailyMinute = 8 * 60;

/** Emails with notifications `at-once` to one person are at least this far apart. */
export const minimumMailIntervalMs = 5 * minuteMs;

/** Minutes after midnight. A range that ends before it begins spans midnight. */
type QuietHours = { readonly from: number; readonly until: number };

/** When a person gets emails. */
export type MailSchedule = {
  /** The IANA name of the person's time zone. */
  readonly zone: string;
  readonly quiet: QuietHours | null;
};

/** Parses `22:30` to minutes after midnight. The text has been checked. */
export function parseMinutes(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Formats minutes after midnight as `22:30`. */
export const formatMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns the minutes after midnight that a clock of the zone shows. */
function findLocalMinute(at: Instant, zone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return parseMinutes(clock.format(at));
}

/** Returns the next time after `at` when a clock of the zone shows this minute of the day. */
export function findNextTime(at: Instant, minute: number, zone: string): Instant {
  const start = instant(at - (at % minuteMs));
  const ahead = (from: Instant) => (minute - findLocalMinute(from, zone) + dayMinutes) % dayMinutes;
  const found = addMilliseconds(start, (ahead(start) || dayMinutes) * minuteMs);
  // Clocks that change in between show an earlier or a later minute then.
  const missing = ahead(found);
  const shift = missing > dayMinutes / 2 ? missing - dayMinutes : missing;
  const adjusted = addMilliseconds(found, shift * minuteMs);
  return adjusted > at ? adjusted : addMilliseconds(adjusted, dayMinutes * minuteMs);
}

/** Returns the end of the quiet hours that contain this time, or null if none do. */
export function findQuietEnd(at: Instant, { zone, quiet }: MailSchedule): Instant | null {
  if (quiet === null) return null;
  const { from, until } = quiet;
  const minute = findLocalMinute(at, zone);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? findNextTime(at, until, zone) : null;
}

/** Returns when an email reports something that happens now, or null if none does. */
export function findMailTime(delivery: Delivery, now: Instant, schedule: MailSchedule): Instant | null {
  const due = findDigestTime(delivery, now, schedule.zone);
  return due === null ? null : (findQuietEnd(due, schedule) ?? due);
}

function findDigestTime(delivery: Delivery, now: Instant, zone: string): Instant | null {
  switch (delivery) {
    case 'off':
    case 'app':
      return null;
    case 'at-once':
      return now;
    case 'hourly':
      return instant(now - (now % hourMs) + hourMs);
    case 'daily':
      return findNextTime(now, dailyMinute, zone);
    default:
      return delivery satisfies never;
  }
}
