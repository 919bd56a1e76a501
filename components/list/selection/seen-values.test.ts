import { expect, test } from 'vitest';
import { createSeenValues } from './seen-values.ts';

test('returns the values that each row showed last, and nothing for rows that were never shown', () => {
  const seen = createSeenValues();
  seen.note('a', ['under']);
  seen.note('b', ['over']);
  seen.note('a', ['under', 'late']);
  expect(seen.of(['a', 'c'])).toEqual({ a: ['under', 'late'] });
});
