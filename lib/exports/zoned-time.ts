import 'server-only';

/** Formats milliseconds as `2026-11-20T19:02:11+01:00`. */
export type ZonedTime = (milliseconds: number) => string;

/** Zones change at quarter hours, so the offset is cached per quarter hour. */
const quarter = 15 * 60_000;
/** Enough for years. A larger cache is cleared. */
const maxCached = 100_000;

const offset = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const daySeconds = 86_400;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** Formats seconds of a day as `19:02:11`. */
const formatClock = (seconds: number): string =>
  `${twoDigits[Math.floor(seconds / 3_600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}`;

/** Parses `GMT+05:30` to milliseconds. */
function readOffset(text: string): number {
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = offset.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1_000;
}

/** Returns a formatter for ISO 8601 to the second, in the local time of a zone with its offset. */
export function createZonedTime(timeZone: string): ZonedTime {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, { shift: number; suffix: string }>();
  const offsetAt = (milliseconds: number) => {
    const bucket = Math.floor(milliseconds / quarter);
    const cached = offsets.get(bucket);
    if (cached) return cached;
    const name =
      format.formatToParts(milliseconds).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const computed = { shift: readOffset(name), suffix: name.slice(3) || '+00:00' };
    if (offsets.size >= maxCached) offsets.clear();
    offsets.set(bucket, computed);
    return computed;
  };
  // A file has many times of the same few days.
  const days = new Map<number, string>();
  const formatDay = (day: number) => {
    const cached = days.get(day);
    if (cached !== undefined) return cached;
    const computed = new Date(day * daySeconds * 1_000).toISOString().slice(0, -'T00:00:00.000Z'.length);
    if (days.size >= maxCached) days.clear();
    days.set(day, computed);
    return computed;
  };
  return (milliseconds) => {
    const { shift, suffix } = offsetAt(milliseconds);
    const seconds = Math.floor((milliseconds + shift) / 1_000);
    const day = Math.floor(seconds / daySeconds);
    return `${formatDay(day)}T${formatClock(seconds - day * daySeconds)}${suffix}`;
  };
}
