import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { parseRetryAfter } from './retry-after.ts';

const now = instant(Date.parse('2026-11-21T04:00:00Z'));

test.each([
  ['120', 120],
  [' 1 ', 1],
  ['3601', 3_600],
  ['9999999999', 3_600],
  ['Sat, 21 Nov 2026 04:05:00 GMT', 300],
  ['Tue, 21 Nov 2028 04:05:00 GMT', 3_600],
])('waits for %s: %d seconds, at most an hour', (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(now + seconds * 1_000);
});

test.each([
  null,
  undefined,
  '',
  '0',
  '-1',
  '1.5',
  '1e3',
  'soon',
  '99999999999999999999',
  'Sat, 21 Nov 2026 03:59:59 GMT',
  'Sat, 99 Nov 2026 04:05:00 GMT',
  '2026-11-21T05:00:00Z',
])('ignores %s', (header) => {
  expect(parseRetryAfter(header, now)).toBeNull();
});
