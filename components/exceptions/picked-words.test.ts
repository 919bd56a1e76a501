import { expect, test } from 'vitest';
import type { ProblemCode } from '#lib/values/errors.ts';
import { failureSaid, saidOf } from './picked-words.ts';

const none = { count: 0, more: false };

test('tells how many were left, and which of them because something else no longer fits', () => {
  expect(saidOf('Resolved', { done: 3, left: 0, unseen: 0, later: none })).toEqual({
    title: 'Resolved 3 exceptions',
  });
  expect(saidOf('Resolved', { done: 1, left: 1, unseen: 2, later: { count: 1, more: false } })).toEqual({
    title: 'Resolved 1 exception',
    detail:
      '1 exception left as it is. 2 exceptions left because something else about them no longer fits. Look at them, then resolve them. 1 came later and was left.',
  });
});

test('where none was changed it says so, and not that it was done', () => {
  expect(saidOf('Resolved', { done: 0, left: 2, unseen: 0, later: none })).toEqual({
    title: 'Nothing was changed',
    detail: '2 exceptions left as they are.',
  });
});

const failure = (code: ProblemCode, message: string) =>
  failureSaid({ ok: false, code, message, fieldErrors: {}, requestId: '' });

test('a refusal says that nothing was changed, and a failure on the way that it is not known', () => {
  expect(failure('conflict', 'More than 250 are picked.')).toEqual({
    title: 'Nothing was changed',
    detail: 'More than 250 are picked.',
  });
  const title = 'It is not known how many were changed';
  const left = 'Look at the list, then do what is left.';
  expect(failureSaid(null)).toEqual({ title, detail: `The connection was lost. ${left}` });
  for (const code of ['internal', 'unavailable'] as const)
    expect(failure(code, 'Nothing was saved.')).toEqual({
      title,
      detail: `Something went wrong on our side. ${left}`,
    });
});
