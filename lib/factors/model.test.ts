import { expect, test } from 'vitest';
import { toMemberFactor } from './model.ts';

const member = { hasFactor: false, isRequired: true, isExempt: false, dueAt: 100 };

test.each([
  [{ ...member, hasFactor: true }, 'on'],
  [{ ...member, hasFactor: true, isRequired: false }, 'on'],
  [{ ...member, isRequired: false }, 'off'],
  [{ ...member, isExempt: true }, 'exempt'],
  [{ ...member, dueAt: null }, 'required'],
  [{ ...member, dueAt: 101 }, 'required'],
  [member, 'overdue'],
])('shows the second factor of %o as %s', (factor, expected) => {
  expect(toMemberFactor(factor, 100)).toBe(expected);
});
