import { expect, test } from 'vitest';
import { formatTimeLeft } from './format-time-left.ts';

test.each([
  [10, '1 min'],
  [12 * 60 + 59, '12 min'],
  [3_600, '1 h'],
  [86_400 - 1, '23 h 59 min'],
])('formats %i seconds', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});
