import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { Timing } from './next-run.ts';
import { cadences, findLastDue, findNextRun, findRunPeriod, readLocalTime } from './next-run.ts';

const at = (text: string): Instant => instant(Date.parse(text));
const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');
const list = (timing: Timing, zone: string, from: string, count: number) => {
  const runs: string[] = [];
  for (let after = at(from); runs.length < count; ) {
    after = findNextRun(timing, zone, after);
    runs.push(iso(after));
  }
  return runs;
};
const daily = (hour: number): Timing => ({ cadence: 'daily', day: null, hour });

describe('the next run', () => {
  test('is at the same hour of the business when clocks go forward', () => {
    expect(list(daily(8), 'Europe/Berlin', '2026-03-27T12:00:00Z', 3)).toEqual([
      '2026-03-28T07:00:00Z',
      '2026-03-29T06:00:00Z',
      '2026-03-30T06:00:00Z',
    ]);
  });

  test('is at the same hour of the business when clocks go back', () => {
    expect(list(daily(8), 'America/New_York', '2026-10-30T12:00:00Z', 3)).toEqual([
      '2026-10-31T12:00:00Z',
      '2026-11-01T13:00:00Z',
      '2026-11-02T13:00:00Z',
    ]);
  });

  test('at an hour that is skipped is one hour later that day', () => {
    expect(list(daily(2), 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T01:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-03-30T00:00:00Z',
    ]);
    expect(iso(readLocalTime(at('2026-03-29T01:00:00Z'), 'Europe/Berlin'))).toBe('2026-03-29T03:00:00Z');
  });

  test('at an hour that occurs twice is the first one, and only that', () => {
    expect(list(daily(2), 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:00:00Z',
      '2026-10-26T01:00:00Z',
    ]);
  });

  test('at midnight works where midnight is skipped or occurs twice', () => {
    expect(list(daily(0), 'Africa/Cairo', '2026-04-23T12:00:00Z', 2)).toEqual([
      '2026-04-23T22:00:00Z',
      '2026-04-24T21:00:00Z',
    ]);
    expect(list(daily(0), 'Atlantic/Azores', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:00:00Z',
      '2026-10-26T01:00:00Z',
    ]);
  });

  test('with a change of half an hour stays at the hour', () => {
    expect(list(daily(2), 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 2)).toEqual([
      '2026-10-03T15:30:00Z',
      '2026-10-04T15:00:00Z',
    ]);
  });

  test('of a week is on its day, counted from Monday', () => {
    const monday: Timing = { cadence: 'weekly', day: 1, hour: 0 };
    expect(list(monday, 'Europe/Berlin', '2026-10-19T00:00:00Z', 2)).toEqual([
      '2026-10-25T23:00:00Z',
      '2026-11-01T23:00:00Z',
    ]);
    const sunday: Timing = { cadence: 'weekly', day: 7, hour: 23 };
    expect(list(sunday, 'UTC', '2026-11-29T22:59:59Z', 2)).toEqual([
      '2026-11-29T23:00:00Z',
      '2026-12-06T23:00:00Z',
    ]);
  });

  test('of a month is on its last day where the month is shorter', () => {
    const timing: Timing = { cadence: 'monthly', day: 31, hour: 6 };
    expect(list(timing, 'UTC', '2027-12-31T06:00:00Z', 4)).toEqual([
      '2028-01-31T06:00:00Z',
      '2028-02-29T06:00:00Z',
      '2028-03-31T06:00:00Z',
      '2028-04-30T06:00:00Z',
    ]);
  });

  test('is the first hour after the time at which a clock of the zone shows it', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Santiago'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...cadences),
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') }),
        (zone, cadence, day, hour, time) => {
          const timing = { cadence, day: cadence === 'weekly' ? ((day - 1) % 7) + 1 : day, hour };
          const next = findNextRun(timing, zone, instant(time));
          const local = new Date(readLocalTime(next, zone));
          expect(next).toBeGreaterThan(time);
          // A skipped hour is shown as the next one.
          expect([hour, hour + 1]).toContain(local.getUTCHours());
          expect(local.getUTCMinutes()).toBe(0);
          // No matching day lies between.
          const spans = { daily: 25, weekly: 7 * 24 + 1, monthly: 31 * 24 + 1 };
          expect(next - time).toBeLessThanOrEqual(spans[cadence] * 3_600_000);
          if (cadence === 'weekly') expect(local.getUTCDay() || 7).toBe(timing.day);
          const tomorrow = new Date(local.getTime() + 86_400_000);
          if (cadence === 'monthly' && local.getUTCDate() !== day) {
            expect(local.getUTCDate()).toBeLessThan(day);
            expect(tomorrow.getUTCDate()).toBe(1);
          }
        },
      ),
    );
  });
});

test('of missed runs the last one is due', () => {
  const due = at('2026-11-01T07:00:00Z');
  const find = (now: string) => iso(findLastDue(daily(8), 'Europe/Berlin', due, at(now)));
  expect(find('2026-11-01T07:00:00Z')).toBe('2026-11-01T07:00:00Z');
  expect(find('2026-11-04T06:59:59Z')).toBe('2026-11-03T07:00:00Z');
  expect(find('2026-11-04T07:00:00Z')).toBe('2026-11-04T07:00:00Z');
});

test('a statement covers the day, the seven days or the month before, at the business', () => {
  const due = at('2026-03-31T22:30:00Z');
  expect(cadences.map((cadence) => findRunPeriod(cadence, 'Europe/Berlin', due))).toEqual([
    '2026-03-31..2026-03-31',
    '2026-03-25..2026-03-31',
    '2026-03',
  ]);
  expect(cadences.map((cadence) => findRunPeriod(cadence, 'UTC', due))).toEqual([
    '2026-03-30..2026-03-30',
    '2026-03-24..2026-03-30',
    '2026-02',
  ]);
  expect(findRunPeriod('monthly', 'UTC', at('2026-01-15T08:00:00Z'))).toBe('2025-12');
});
