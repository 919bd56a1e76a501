import { expect, test } from 'vitest';
import { chooseStamp } from './stamp.ts';

const now = new Date('2026-11-28T22:30:15.250Z');

test.each([
  ['no migration', undefined, '20261128223015'],
  ['an earlier one', '20261128000000_baseline', '20261128223015'],
  ['one of the same second', '20261128223015_first', '20261128223016'],
  ['one of a later day', '20261227080001_later', '20261227080002'],
])('names a migration so that it sorts after %s', (_newest, newest, stamp) => {
  expect(chooseStamp(newest, now)).toBe(stamp);
});
