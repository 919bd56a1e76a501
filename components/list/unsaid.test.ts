import { expect, test } from 'vitest';
import { unsaid } from './unsaid.ts';

const message = 'Somebody was faster.';

test('what a field of the form says is not said again; anything else is', () => {
  expect(unsaid({ message, fieldErrors: {} }, ['name'])).toBe(message);
  expect(unsaid({ message, fieldErrors: { name: ['Give it a name.'] } }, ['name'])).toBeNull();
  expect(unsaid({ message, fieldErrors: { query: ['It is too much.'] } }, ['name'])).toBe('It is too much.');
  expect(
    unsaid({ message, fieldErrors: { name: ['Give it a name.'], query: ['Too much.'] } }, ['name']),
  ).toBe('Too much.');
});
