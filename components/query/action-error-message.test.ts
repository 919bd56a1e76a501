import { expect, test } from 'vitest';
import type { FieldErrors, ProblemCode } from '#lib/values/errors.ts';
import { toActionErrorMessage } from './action-error-message.ts';

const failure = (code: ProblemCode, message: string, fieldErrors: FieldErrors = {}) =>
  ({ ok: false, code, message, fieldErrors, requestId: '' }) as const;
const onOne = { failed: 'It was not saved' };
const onMany = { failed: 'None was rejected', partial: 'It is not known how many were rejected' };
const advice =
  'so some records may not have changed. Check the list, then repeat the action for those records.';

test('returns the reason of a refusal, a field error first', () => {
  for (const messages of [onOne, onMany]) {
    const title = messages.failed;
    expect(toActionErrorMessage(failure('conflict', 'Too many.'), messages)).toEqual({
      title,
      detail: 'Too many.',
    });
    const atField = failure('invalid', 'Some fields need another look.', { note: ['Say why'] });
    expect(toActionErrorMessage(atField, messages)).toEqual({ title, detail: 'Say why' });
  }
});

test('advises to check the list when a batch may be half done', () => {
  expect(toActionErrorMessage(null, onMany)).toEqual({
    title: onMany.partial,
    detail: `The connection was lost, ${advice}`,
  });
  for (const code of ['internal', 'unavailable'] as const)
    expect(toActionErrorMessage(failure(code, 'Nothing was saved.'), onMany)).toEqual({
      title: onMany.partial,
      detail: `Something went wrong on our side, ${advice}`,
    });
});

test('advises to try a single action again', () => {
  expect(toActionErrorMessage(null, onOne)).toEqual({
    title: 'It was not saved',
    detail: 'The connection was lost. Try again.',
  });
  expect(toActionErrorMessage(null, { ...onOne, lost: 'Look first.' }).detail).toBe('Look first.');
  expect(toActionErrorMessage(failure('unavailable', 'Nothing was saved.'), onOne).detail).toBe(
    'Nothing was saved.',
  );
});
