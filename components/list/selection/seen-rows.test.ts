import { expect, test } from 'vitest';
import { makeSeenRows } from './seen-rows.ts';

test('of each row is told what was shown of it last, and nothing of what was never shown', () => {
  const seen = makeSeenRows();
  seen.note('a', ['under']);
  seen.note('b', ['over']);
  seen.note('a', ['under', 'late']);
  expect(seen.of(['a', 'c'])).toEqual({ a: ['under', 'late'] });
});
