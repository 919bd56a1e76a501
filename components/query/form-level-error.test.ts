import { expect, test } from 'vitest';
import { formLevelError } from './form-level-error.ts';

const message = 'Somebody was faster.';

test('returns errors that no field of the form shows', () => {
  expect(formLevelError({ message, fieldErrors: {} }, ['name'])).toBe(message);
  expect(formLevelError({ message, fieldErrors: { name: ['Give it a name.'] } }, ['name'])).toBeNull();
  expect(formLevelError({ message, fieldErrors: { query: ['It is too much.'] } }, ['name'])).toBe(
    'It is too much.',
  );
  expect(
    formLevelError({ message, fieldErrors: { name: ['Give it a name.'], query: ['Too much.'] } }, ['name']),
  ).toBe('Too much.');
});
