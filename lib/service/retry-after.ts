import 'server-only';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';

/** A header of a year must not stop all reads. */
const hourMs = 60 * 60_000;

const httpDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Returns the end of the wait that a Retry-After header requests (RFC 9110, section 10.2.3: seconds or a date), at
 * most `maxMs` (default: an hour). Returns null for a missing, unreadable or past value.
 */
export function parseRetryAfter(
  header: string | null | undefined,
  now: Instant,
  maxMs = hourMs,
): Instant | null {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,10}$/.test(text)
    ? Number.parseInt(text, 10) * 1_000
    : httpDate.test(text)
      ? Date.parse(text) - now
      : 0;
  // An invalid date gives NaN, which is not above zero.
  return wait > 0 ? addMilliseconds(now, Math.min(wait, maxMs)) : null;
}
