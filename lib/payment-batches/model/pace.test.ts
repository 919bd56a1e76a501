import { expect, test } from 'vitest';
import type { Pace } from './pace.ts';
import { countInFlight, estimateRunSeconds, firstPace, mostInFlight, nextPace } from './pace.ts';

const begin: Pace = { perSecond: firstPace, usualMs: null };
const after = (latencies: readonly number[], most = 10) =>
  latencies.reduce((pace, latencyMs) => nextPace(pace, latencyMs, most), begin);
const steady = (count: number) => Array.from({ length: count }, () => 300);

test('begins with 2 rows per second and rises to the most of the service', () => {
  expect(after([]).perSecond).toBe(2);
  expect(after(steady(5)).perSecond).toBeGreaterThan(3);
  expect(after(steady(16)).perSecond).toBeLessThan(10);
  expect(after(steady(17)).perSecond).toBe(10);
  expect(after(steady(100)).perSecond).toBe(10);
});

test('slows down when answers take longer than usual, and never below the beginning', () => {
  const fast = after(steady(30));
  const slow = nextPace(fast, 1_000, 10);
  expect(slow.perSecond).toBe(5);
  expect([1_500, 2_500, 4_000].reduce((pace, ms) => nextPace(pace, ms, 10), slow).perSecond).toBe(2);
  // Short latencies vary.
  expect(after([5, 240, 5, 240]).perSecond).toBeGreaterThan(2.9);
});

test('keeps below the beginning where the service allows less', () => {
  expect(nextPace({ perSecond: 1, usualMs: 300 }, 9_000, 1).perSecond).toBe(1);
  expect(nextPace({ perSecond: 1, usualMs: 300 }, 300, 1).perSecond).toBe(1);
});

test.each([
  [{ perSecond: 10, usualMs: null }, 1],
  [{ perSecond: 2, usualMs: 40 }, 1],
  [{ perSecond: 2, usualMs: 500 }, 1],
  [{ perSecond: 2, usualMs: 501 }, 2],
  [{ perSecond: 10, usualMs: 500 }, 5],
  [{ perSecond: 10, usualMs: 15_000 }, mostInFlight],
])('lets as many requests wait as the pace needs: %o', (pace, count) => {
  expect(countInFlight(pace)).toBe(count);
});

test('estimates the duration of a run with its beginning', () => {
  expect(estimateRunSeconds(1, 10)).toBe(0.5);
  expect(estimateRunSeconds(1_000, 10)).toBeGreaterThan(100);
  expect(estimateRunSeconds(1_000, 10)).toBeLessThan(105);
  expect(estimateRunSeconds(1_000, 1)).toBe(1_000);
  expect(estimateRunSeconds(1_000, 2)).toBe(500);
});
