import { describe, expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { findMailTime, findNextTime, findQuietEnd, formatMinutes, parseMinutes } from './model-schedule.ts';

const at = (iso: string) => instant(Date.parse(iso));
const iso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString().slice(0, 16));
const night = { from: parseMinutes('22:00'), until: parseMinutes('07:30') };
const vienna = { zone: 'Europe/Vienna', quiet: night };

test('reads and shows times of the day', () => {
  expect(parseMinutes('07:05')).toBe(425);
  expect(formatMinutes(425)).toBe('07:05');
});

describe('the next time of a clock', () => {
  test.each([
    ['later today', '2026-11-26T05:00:30Z', '2026-11-26T07:00'],
    ['tomorrow once it has passed', '2026-11-26T07:00:00Z', '2026-11-27T07:00'],
    ['over the end of summer time', '2026-10-24T12:00:00Z', '2026-10-25T07:00'],
    ['over the beginning of summer time', '2026-03-28T12:00:00Z', '2026-03-29T06:00'],
  ])('is %s', (_, from, expected) => {
    expect(iso(findNextTime(at(from), 480, 'Europe/Vienna'))).toBe(expected);
  });
});

describe('an email', () => {
  test.each([
    ['is never sent for the inbox alone', 'app', '2026-11-26T12:10:00Z', null],
    ['is sent at once', 'at-once', '2026-11-26T12:10:00Z', '2026-11-26T12:10'],
    ['waits for the full hour', 'hourly', '2026-11-26T12:10:00Z', '2026-11-26T13:00'],
    ['waits for the morning', 'daily', '2026-11-26T12:10:00Z', '2026-11-27T07:00'],
    ['waits for the end of quiet hours', 'at-once', '2026-11-26T23:10:00Z', '2026-11-27T06:30'],
    ['waits also if the full hour is quiet', 'hourly', '2026-11-26T20:30:00Z', '2026-11-27T06:30'],
  ] as const)('%s', (_, delivery, now, expected) => {
    expect(iso(findMailTime(delivery, at(now), vienna))).toBe(expected);
  });

  test('waits within quiet hours that begin and end on one day', () => {
    const noon = { zone: 'UTC', quiet: { from: 720, until: 780 } };
    expect(iso(findQuietEnd(at('2026-11-26T12:59:00Z'), noon))).toBe('2026-11-26T13:00');
    expect(findQuietEnd(at('2026-11-26T13:00:00Z'), noon)).toBeNull();
    expect(findQuietEnd(at('2026-11-26T13:00:00Z'), { zone: 'UTC', quiet: null })).toBeNull();
  });
});
