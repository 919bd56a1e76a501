import 'server-only';

/** Milliseconds → `2026-11-20T19:02:11+01:00`. */
export type ZonedFormatter = (milliseconds: number) => string;

/** Clocks are changed at quarter hours, so the offset is asked for once in each. */
const quarter = 15 * 60_000;
/** Enough for years of them; more would be forgotten at once. */
const maximumCached = 100_000;

const offset = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const daySeconds = 86_400;
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** Seconds of a day → `19:02:11`. */
const createClock = (seconds: number): string =>
  `${two[Math.floor(seconds / 3_600)]}:${two[Math.floor(seconds / 60) % 60]}:${two[seconds % 60]}`;

/** `GMT+05:30` → milliseconds. */
function readOffset(text: string): number {
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = offset.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1_000;
}

/** ISO 8601 as a clock in that zone shows it, its offset included, to the second. */
export function createZonedFormatter(timeZone: string): ZonedFormatter {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const kept = new Map<number, { shift: number; suffix: string }>();
  const offsetAt = (milliseconds: number) => {
    const bucket = Math.floor(milliseconds / quarter);
    const known = kept.get(bucket);
    if (known) return known;
    const name =
      format.formatToParts(milliseconds).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const found = { shift: readOffset(name), suffix: name.slice(3) || '+00:00' };
    if (kept.size >= maximumCached) kept.clear();
    kept.set(bucket, found);
    return found;
  };
  // A file has many times of the same few days.
  const days = new Map<number, string>();
  const dayOf = (day: number) => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const found = new Date(day * daySeconds * 1_000).toISOString().slice(0, -'T00:00:00.000Z'.length);
    if (days.size >= maximumCached) days.clear();
    days.set(day, found);
    return found;
  };
  return (milliseconds) => {
    const { shift, suffix } = offsetAt(milliseconds);
    const seconds = Math.floor((milliseconds + shift) / 1_000);
    const day = Math.floor(seconds / daySeconds);
    return `${dayOf(day)}T${createClock(seconds - day * daySeconds)}${suffix}`;
  };
}
