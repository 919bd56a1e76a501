import 'server-only';

/** Milliseconds → `2026-11-20T19:02:11+01:00`. */
export type ZonedTime = (milliseconds: number) => string;

/** Clocks are changed at quarter hours, so the offset is asked for once in each. */
const quarter = 15 * 60_000;
/** Enough for years of them; more would be forgotten at once. */
const mostKept = 100_000;

const offset = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** `GMT+05:30` → milliseconds. */
function readOffset(text: string): number {
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = offset.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1_000;
}

/** ISO 8601 as a clock in that zone shows it, its offset included, to the second. */
export function zonedTime(timeZone: string): ZonedTime {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const kept = new Map<number, { shift: number; suffix: string }>();
  const offsetAt = (milliseconds: number) => {
    const bucket = Math.floor(milliseconds / quarter);
    const known = kept.get(bucket);
    if (known) return known;
    const name =
      format.formatToParts(milliseconds).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const found = { shift: readOffset(name), suffix: name.slice(3) || '+00:00' };
    if (kept.size >= mostKept) kept.clear();
    kept.set(bucket, found);
    return found;
  };
  return (milliseconds) => {
    const { shift, suffix } = offsetAt(milliseconds);
    return new Date(milliseconds + shift).toISOString().slice(0, 19) + suffix;
  };
}
