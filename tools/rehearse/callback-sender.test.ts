import { expect, test } from 'vitest';
import { longestGapMs } from './callback-sender.ts';

const at = (...times: readonly number[]) => times.map((time) => ({ depositId: String(time), at: time }));

test('the longest gap lies between two neighbours, in any order', () => {
  expect(longestGapMs(at(1_000, 9_000, 1_100, 1_050))).toBe(7_900);
});

test('one callback and none have no gap', () => {
  expect(longestGapMs(at(5))).toBe(0);
  expect(longestGapMs([])).toBe(0);
});
