import { describe, expect, test } from 'vitest';
import type { Period } from './period.ts';
import {
  addDays,
  findLastMonth,
  findPeriodAfter,
  findPeriodBefore,
  findYearBefore,
  isDay,
  parsePeriod,
} from './period.ts';

const days = (period: Period | null) => period && [period.text, period.from, period.to];

describe('a period', () => {
  test.each([
    ['2026-02', ['2026-02', '2026-02-01', '2026-02-28']],
    ['2028-02', ['2028-02', '2028-02-01', '2028-02-29']],
    ['2026-12', ['2026-12', '2026-12-01', '2026-12-31']],
    ['2026-Q1', ['2026-Q1', '2026-01-01', '2026-03-31']],
    ['2026-Q4', ['2026-Q4', '2026-10-01', '2026-12-31']],
    ['2026-10-05..2026-10-20', ['2026-10-05..2026-10-20', '2026-10-05', '2026-10-20']],
  ])('is read from %s', (text, expected) => {
    expect(days(parsePeriod(text))).toEqual(expected);
  });

  test.each([
    '',
    '2026',
    '2026-13',
    '2026-Q5',
    '2026-02-30..2026-03-01',
    '2026-10-20..2026-10-05',
    '1999-10',
    '2026-01-01..2028-06-01',
    '2026-10-05..2026-10-20..2026-10-21',
  ])('is not read from “%s”', (text) => {
    expect(parsePeriod(text)).toBeNull();
  });

  test.each([
    ['2026-01', '2025-12', '2026-02', '2025-01'],
    ['2026-Q1', '2025-Q4', '2026-Q2', '2025-Q1'],
    ['2028-02-20..2028-02-29', '2028-02-10..2028-02-19', '2028-03-01..2028-03-10', '2027-02-20..2027-02-28'],
  ])('%s has neighbours', (text, before, after, year) => {
    const period = parsePeriod(text);
    if (period === null) throw new Error('no period');
    expect([
      findPeriodBefore(period).text,
      findPeriodAfter(period).text,
      findYearBefore(period).text,
    ]).toEqual([before, after, year]);
  });

  test('is the last month that is over', () => {
    expect(findLastMonth('2026-01-31').text).toBe('2025-12');
    expect(findLastMonth('2026-11-01').text).toBe('2026-10');
  });

  test('counts days of the calendar', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect([isDay('2026-02-29'), isDay('2028-02-29'), isDay('2026-2-1')]).toEqual([false, true, false]);
  });
});
