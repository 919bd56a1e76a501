import { expect, test } from 'vitest';
import { findRetryDelay, maximumAttempts } from './model.ts';

test('waits longer after each attempt, at most a fifth longer, and not after the tenth', () => {
  const seconds = Array.from({ length: maximumAttempts }, (_, index) => findRetryDelay(index + 1, 0)).map(
    (delay) => delay && delay / 1_000,
  );
  expect(seconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  expect(findRetryDelay(1, 1)).toBe(6_000);
  expect(findRetryDelay(1, 0, 60_000)).toBe(60_000);
  expect(findRetryDelay(1, 0, 9e9)).toBe(86_400_000);
  expect(findRetryDelay(10, 0, 60_000)).toBe(null);
});
