import { expect, test } from 'vitest';
import { makeSeenRows } from './seen-rows.ts';

test('returns the values that each row showed last, and nothing for rows that were never shown', () => {
  const seen = makeSeenRows();
  seen.note('a', ['under']);
  seen.note('b', ['over']);
  seen.note('a', ['under', 'late']);
  expect(seen.of(['a', 'c'])).toEqual({ a: ['under', 'late'] });
});
