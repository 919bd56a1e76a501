import type { Brand } from './brand.ts';
import { brand } from './brand.ts';

/** Whole seconds since 1970-01-01T00:00:00Z, the time format of the service. */
export type UnixSeconds = Brand<number, 'UnixSeconds'>;

/** Last second of the year 9999. Anything later is a wrong unit, such as milliseconds. */
const last = 253_402_300_799;

/** Returns null for anything but a whole number of seconds from 1970 to 9999. */
export function parseUnixSeconds(value: number): UnixSeconds | null {
  return Number.isSafeInteger(value) && value >= 0 && value <= last ? brand<UnixSeconds>(value) : null;
}

/**
 * Converts a time in the code.
 *
 * @throws {RangeError} outside 1970 to 9999.
 */
export function unixSeconds(value: number): UnixSeconds {
  const parsed = parseUnixSeconds(value);
  if (parsed === null) throw new RangeError(`not a time in UNIX seconds: ${value}`);
  return parsed;
}

export const fromDate = (date: Date): UnixSeconds => unixSeconds(Math.floor(date.getTime() / 1000));
