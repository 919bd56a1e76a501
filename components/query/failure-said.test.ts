import { expect, test } from 'vitest';
import type { FieldErrors, ProblemCode } from '#lib/values/errors.ts';
import { failureSaid } from './failure-said.ts';

const failure = (code: ProblemCode, message: string, fieldErrors: FieldErrors = {}) =>
  ({ ok: false, code, message, fieldErrors, requestId: '' }) as const;
const onOne = { failed: 'It was not saved' };
const onMany = { failed: 'None was rejected', partly: 'It is not known how many were rejected' };
const lookFirst = 'Look at the list, then do what is left.';

test('what was refused was not done: the reason is told, that of a field first', () => {
  for (const words of [onOne, onMany]) {
    const title = words.failed;
    expect(failureSaid(failure('conflict', 'Too many.'), words)).toEqual({ title, detail: 'Too many.' });
    const atField = failure('invalid', 'Some fields need another look.', { note: ['Say why'] });
    expect(failureSaid(atField, words)).toEqual({ title, detail: 'Say why' });
  }
});

test('of many that are done each by itself, nobody knows how many were where no answer came or it failed on the way', () => {
  expect(failureSaid(null, onMany)).toEqual({
    title: onMany.partly,
    detail: `The connection was lost. ${lookFirst}`,
  });
  for (const code of ['internal', 'unavailable'] as const)
    expect(failureSaid(failure(code, 'Nothing was saved.'), onMany)).toEqual({
      title: onMany.partly,
      detail: `Something went wrong on our side. ${lookFirst}`,
    });
});

test('one alone can be tried again', () => {
  expect(failureSaid(null, onOne)).toEqual({
    title: 'It was not saved',
    detail: 'The connection was lost. Try again.',
  });
  expect(failureSaid(null, { ...onOne, lost: 'Look first.' }).detail).toBe('Look first.');
  expect(failureSaid(failure('unavailable', 'Nothing was saved.'), onOne).detail).toBe('Nothing was saved.');
});
