import { expect, test } from 'vitest';
import { findNeighbourRows, readFirstRow, withFirstRow } from './first-row.ts';

test('numbers the rows of a page that was reached by its links', () => {
  expect(readFirstRow({ after: null, before: null }, null)).toBe(1);
  expect(readFirstRow({ after: null, before: null }, '51')).toBe(1);
  expect(readFirstRow({ after: 'cursor', before: null }, '51')).toBe(51);
  expect(readFirstRow({ after: 'cursor', before: null }, null)).toBeNull();
  expect(readFirstRow({ after: 'cursor', before: null }, '1e9')).toBeNull();
});

test('numbers the neighbouring pages from there', () => {
  const rows = Array.from({ length: 27 });
  expect(findNeighbourRows(251, { rows }, 50)).toEqual({ previous: 201, next: 278 });
  expect(findNeighbourRows(30, { rows }, 50)).toEqual({ previous: 1, next: 57 });
  expect(findNeighbourRows(null, { rows }, 50)).toEqual({ previous: null, next: null });
  expect(withFirstRow('/b/payments?after=x', 51)).toBe('/b/payments?after=x&first=51');
  expect(withFirstRow('/b/payments', 1)).toBe('/b/payments');
});
