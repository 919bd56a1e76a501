import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import { createMessages } from './create-messages.ts';

const t = createMessages({
  title: 'Exceptions',
  unresolved: '{count, plural, one {# unresolved exception} other {# unresolved exceptions}}',
  readMore: 'Read <link>the guide</link>.',
  actions: { resolve: 'Resolve' },
});

test('formats plurals and groups numbers', () => {
  expect(t('unresolved', { count: 1 })).toBe('1 unresolved exception');
  expect(t('unresolved', { count: 12_345 })).toBe('12,345 unresolved exceptions');
});

test('finds messages of a nested area', () => {
  expect(t('actions.resolve')).toBe('Resolve');
});

test('places elements inside a message', () => {
  const parts = t.rich('readMore', { link: (children) => children });
  expect(isValidElement(parts) || Array.isArray(parts) || typeof parts === 'string').toBe(true);
  expect(t.markup('readMore', { link: (children) => `[${children}]` })).toBe('Read [the guide].');
});
