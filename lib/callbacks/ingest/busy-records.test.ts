import { expect, test } from 'vitest';
import { BusyRecords } from './busy-records.ts';

test('remembers records for a time', () => {
  const busy = new BusyRecords(5_000);
  expect(busy.isEmpty).toBe(true);
  busy.add(['1', '2'], 0);
  expect([busy.has(['2', '3'], 4_999), busy.has(['3'], 4_999)]).toEqual([true, false]);
  expect(busy.has(['1'], 5_000)).toBe(false);
  expect(busy.has(['2'], 5_000)).toBe(false);
  expect(busy.isEmpty).toBe(true);
});

test('forgets the oldest records beyond its limit', () => {
  const busy = new BusyRecords(5_000);
  busy.add(
    Array.from({ length: 10_500 }, (_, index) => `${index}`),
    0,
  );
  expect(busy.has(['0'], 1)).toBe(false);
  expect(busy.has(['10499'], 1)).toBe(true);
});
