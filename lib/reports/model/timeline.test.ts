import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import type { TimelineEntry, TimelinePage } from '../schema/timeline.ts';
import { appendOlderEntries } from './timeline.ts';

const entry = (n: number): TimelineEntry => ({
  id: `attempt-${n}`,
  at: instant(n),
  kind: 'attempt',
  person: null,
  outcome: null,
  httpStatus: null,
  message: null,
});
const page = (after: string | null, ...numbers: number[]): TimelinePage => ({
  entries: numbers.map(entry),
  after,
});
const numbers = ({ entries }: TimelinePage) => entries.map(({ at }) => Number(at));

test('keeps loaded entries when new ones arrive', () => {
  const shown = appendOlderEntries(page('b', 6, 5, 4), page('end', 4, 3, 2, 1));
  expect([numbers(shown), shown.after]).toEqual([[6, 5, 4, 3, 2, 1], 'end']);
  const later = appendOlderEntries(page('c', 8, 7, 6), page('end', 6, 5, 4, 3));
  expect(numbers(later)).toEqual([8, 7, 6, 5, 4, 3]);
});

test('keeps only the newest part after a gap, with its own cursor', () => {
  expect(appendOlderEntries(page('c', 9, 8, 7), page('end', 4, 3))).toEqual(page('c', 9, 8, 7));
});

test('a complete timeline has no older part', () => {
  expect(appendOlderEntries(page(null, 2, 1), page('x', 2, 1, 0))).toEqual(page(null, 2, 1));
});
