import { expect, test } from 'vitest';
import type { Toast } from './toast-content.ts';
import { listReplacedToasts, listToastsClosedByNavigation } from './toast-content.ts';

const shown = (key: string, content: Partial<Toast>) => ({
  key,
  content: { title: key, tone: 'good' as const, at: 0, ...content },
});
const next = (content: Partial<Toast>): Toast => ({ title: 'next', tone: 'good', at: 0, ...content });

test('replaces the toast of the same cause, or with the same title', () => {
  const visible = [
    shown('a', { cause: 'note' }),
    shown('b', { cause: 'report' }),
    shown('c', { title: 'Saved' }),
  ];
  expect(listReplacedToasts(visible, next({ cause: 'note' }))).toEqual(['a']);
  expect(listReplacedToasts(visible, next({ title: 'Saved' }))).toEqual(['c']);
  expect(listReplacedToasts(visible, next({}))).toEqual([]);
});

test('never shows a success beside a failure', () => {
  const visible = [shown('bad', { tone: 'bad' }), shown('neutral', { tone: 'neutral' })];
  expect(listReplacedToasts(visible, next({}))).toEqual(['bad']);
  expect(listReplacedToasts([shown('good', {})], next({ tone: 'bad' }))).toEqual(['good']);
});

test('closes toasts on navigation, except the result that opened the page', () => {
  const visible = [
    shown('old', { at: 1_000 }),
    shown('new', { at: 9_000 }),
    shown('bad', { tone: 'bad', at: 9_900 }),
  ];
  expect(listToastsClosedByNavigation(visible, 10_000)).toEqual(['old', 'bad']);
});
