import { expect, test } from 'vitest';
import { refineCount } from './refine-count.ts';

const page = (rows: number, before: string | null, after: string | null) => ({
  rows: Array.from({ length: rows }),
  before,
  after,
  isCursorInvalid: false,
  scannedTo: null,
  count: null,
});

test.each([
  ['an exact count stays', { count: 7, more: false }, page(3, null, 'x'), { count: 7, more: false }],
  ['at least what is shown', { count: 1, more: true }, page(3, null, 'x'), { count: 3, more: true }],
  ['at least what was counted', { count: 900, more: true }, page(50, 'x', 'y'), { count: 900, more: true }],
  ['all of it is shown', { count: 1, more: true }, page(3, null, null), { count: 3, more: false }],
])('%s', (_, counted, shown, expected) => {
  expect(refineCount(counted, shown)).toEqual(expected);
});
