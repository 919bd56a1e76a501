import 'server-only';
import type { Instant } from '#lib/values/instant.ts';
import { later } from '#lib/values/instant.ts';

/** Nobody is waited for longer: a header of a year must not be the end of reading. */
const longestMs = 60 * 60_000;

const httpDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Until when a Retry-After header (RFC 9110, section 10.2.3: seconds or a date) asks to be left in peace, an hour at
 * most. Null where there is none, it can't be understood, or that is over.
 */
export function retryAt(header: string | null | undefined, now: Instant): Instant | null {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,10}$/.test(text)
    ? Number.parseInt(text, 10) * 1_000
    : httpDate.test(text)
      ? Date.parse(text) - now
      : 0;
  // A date that is none is not a number, and so not above zero.
  return wait > 0 ? later(now, Math.min(wait, longestMs)) : null;
}
