import { expect, test } from 'vitest';
import { listHref, orWholeList } from './whole-list.ts';

test('a link to the whole list says so where a view opens first, and there alone', () => {
  expect(listHref('/b/payments', '', true)).toBe('/b/payments?view=all');
  expect(listHref('/b/payments', '', false)).toBe('/b/payments');
  expect(listHref('/b/payments', 'sort=oldest', true)).toBe('/b/payments?sort=oldest');
});

test('what takes the last parameter out of the address asks for the whole list', () => {
  const now = { status: 'BLOCKED', q: null, open: null, view: null };
  expect(orWholeList(now, { status: null, q: null }, true)).toEqual({ status: null, q: null, view: 'all' });
  expect(orWholeList(now, { status: null }, false)).toEqual({ status: null });
  expect(orWholeList(now, { q: 'a' }, true)).toEqual({ q: 'a' });
  // Closes a drawer that its address opened.
  expect(orWholeList({ open: '1', view: null }, { open: null }, true)).toEqual({ open: null, view: 'all' });
  // An open view stays open, and so does an explicit view.
  expect(orWholeList({ ...now, view: '2' }, { status: null }, true)).toEqual({ status: null });
  expect(orWholeList({ ...now, view: 'all' }, { status: null }, true)).toEqual({ status: null });
});
