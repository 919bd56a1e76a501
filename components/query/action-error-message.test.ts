import { expect, test } from 'vitest';
import type { FieldErrors, ProblemCode } from '#lib/values/errors.ts';
import { actionErrorMessage } from './action-error-message.ts';

const failure = (code: ProblemCode, message: string, fieldErrors: FieldErrors = {}) =>
  ({ ok: false, code, message, fieldErrors, requestId: '' }) as const;
const onOne = { failed: 'It was not saved' };
const onMany = { failed: 'None was rejected', partly: 'It is not known how many were rejected' };
const lookFirst = 'Look at the list, then do what is left.';

test('what was refused was not done: the reason is told, that of a field first', () => {
  for (const words of [onOne, onMany]) {
    const title = words.failed;
    expect(actionErrorMessage(failure('conflict', 'Too many.'), words)).toEqual({
      title,
      detail: 'Too many.',
    });
    const atField = failure('invalid', 'Some fields need another look.', { note: ['Say why'] });
    expect(actionErrorMessage(atField, words)).toEqual({ title, detail: 'Say why' });
  }
});

test('of many that are done each by itself, nobody knows how many were where no answer came or it failed on the way', () => {
  expect(actionErrorMessage(null, onMany)).toEqual({
    title: onMany.partly,
    detail: `The connection was lost. ${lookFirst}`,
  });
  for (const code of ['internal', 'unavailable'] as const)
    expect(actionErrorMessage(failure(code, 'Nothing was saved.'), onMany)).toEqual({
      title: onMany.partly,
      detail: `Something went wrong on our side. ${lookFirst}`,
    });
});

test('one alone can be tried again', () => {
  expect(actionErrorMessage(null, onOne)).toEqual({
    title: 'It was not saved',
    detail: 'The connection was lost. Try again.',
  });
  expect(actionErrorMessage(null, { ...onOne, lost: 'Look first.' }).detail).toBe('Look first.');
  expect(actionErrorMessage(failure('unavailable', 'Nothing was saved.'), onOne).detail).toBe(
    'Nothing was saved.',
  );
});
