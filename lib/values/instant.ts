import type { Brand } from './brand.ts';
import { brand } from './brand.ts';
import type { UnixSeconds } from './unix-seconds.ts';
import { unixSeconds } from './unix-seconds.ts';

/**
 * Milliseconds since 1970-01-01T00:00:00Z, for times that this product recorded. The service's own times are
 * UnixSeconds.
 */
export type Instant = Brand<number, 'Instant'>;

/** @throws {RangeError} when the number is not a whole number of milliseconds. */
export function instant(milliseconds: number): Instant {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0)
    throw new RangeError(`not an instant: ${milliseconds}`);
  return brand<Instant>(milliseconds);
}

export const fromDate = (date: Date): Instant => instant(date.getTime());
export const toDate = (at: Instant): Date => new Date(at);
export const toUnixSeconds = (at: Instant): UnixSeconds => unixSeconds(Math.floor(at / 1000));
const utcTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Writes an instant for texts whose reader has no time zone of their own, such as mails and checks: “26 Nov 2026, 15:03 UTC”. */
export const formatUtc = (at: Instant): string => `${utcTime.format(at)} UTC`;
export const addMilliseconds = (at: Instant, milliseconds: number): Instant => instant(at + milliseconds);
