import { expect, test } from 'vitest';
import { listHref, withAllRowsView } from './whole-list.ts';

test('adds view=all to a link to the whole list only when a view opens by default', () => {
  expect(listHref('/b/payments', '', true)).toBe('/b/payments?view=all');
  expect(listHref('/b/payments', '', false)).toBe('/b/payments');
  expect(listHref('/b/payments', 'sort=oldest', true)).toBe('/b/payments?sort=oldest');
});

test('adds view=all when the last parameter is removed', () => {
  const now = { status: 'BLOCKED', q: null, open: null, view: null };
  expect(withAllRowsView(now, { status: null, q: null }, true)).toEqual({
    status: null,
    q: null,
    view: 'all',
  });
  expect(withAllRowsView(now, { status: null }, false)).toEqual({ status: null });
  expect(withAllRowsView(now, { q: 'a' }, true)).toEqual({ q: 'a' });
  // Closes a drawer that its address opened.
  expect(withAllRowsView({ open: '1', view: null }, { open: null }, true)).toEqual({
    open: null,
    view: 'all',
  });
  // An open view stays open, and so does an explicit view.
  expect(withAllRowsView({ ...now, view: '2' }, { status: null }, true)).toEqual({ status: null });
  expect(withAllRowsView({ ...now, view: 'all' }, { status: null }, true)).toEqual({ status: null });
});
