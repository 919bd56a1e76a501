import { expect, test } from 'vitest';
import {
  formatAbsoluteTime,
  formatClockTime,
  formatMachineTime,
  formatMoment,
  formatRelativeTime,
} from './format-time.ts';

/** Friday 20 November 2026, 18:02:11 UTC. */
const now = 1_795_197_731;

test.each([
  [0, 'now'],
  [-44, 'now'],
  [-46, '1m ago'],
  [-59, '1m ago'],
  [-119, '1m ago'],
  [-3599, '59m ago'],
  [-3600, '1h ago'],
  [-86_399, '23h ago'],
  [-86_400, '1d ago'],
  [-6 * 86_400, '6d ago'],
  [-7 * 86_400, 'Nov 13'],
  [-400 * 86_400, 'Oct 16, 2025'],
  [1800, 'in 30m'],
  [2 * 86_400, 'in 2d'],
])('%d seconds from now is "%s"', (distance, text) => {
  expect(formatRelativeTime(now + distance, now, 'en', 'UTC')).toBe(text);
});

test('names the zone of an absolute time', () => {
  expect(formatAbsoluteTime(now, 'en-GB', 'Europe/Berlin')).toBe('20 Nov 2026, 19:02:11 CET');
  expect(formatAbsoluteTime(now, 'en-GB', 'UTC')).toBe('20 Nov 2026, 18:02:11 UTC');
});

test('shows only the time on the same day of the zone', () => {
  expect(formatClockTime(now - 3600, now, 'en-GB', 'Europe/Berlin')).toBe('18:02');
  // 23:32 in Berlin, and 5 hours later it is another day there.
  expect(formatClockTime(now + 16_200, now + 34_200, 'en-GB', 'Europe/Berlin')).toBe('20 Nov 2026, 23:32');
  expect(formatClockTime(now + 16_200, now + 19_800, 'en-GB', 'UTC')).toBe('22:32');
});

test('names the zone in full, once', () => {
  expect(formatMoment(now, 'en-GB', 'Europe/Berlin')).toBe('20 Nov 2026, 19:02:11 CET (Europe/Berlin)');
  expect(formatMoment(now, 'en-GB', 'UTC')).toBe('20 Nov 2026, 18:02:11 UTC');
});

test('takes the year from the zone', () => {
  const newYear = Date.UTC(2026, 11, 31, 23, 30) / 1000;
  expect(formatRelativeTime(newYear, newYear + 20 * 86_400, 'en-GB', 'UTC')).toBe('31 Dec 2026');
  expect(formatRelativeTime(newYear, newYear + 20 * 86_400, 'en-GB', 'Europe/Berlin')).toBe('1 Jan');
});

test('formats whole seconds in UTC for machines', () => {
  expect(formatMachineTime(now)).toBe('2026-11-20T18:02:11Z');
});
