import { expect, test } from 'vitest';
import { actionErrorMessage } from '#components/query/action-error-message.ts';
import { failureWords, toOutcomeMessage } from './selection-messages.ts';

const none = { count: 0, more: false };

test('tells how many were left, and which of them because something else no longer fits', () => {
  expect(toOutcomeMessage('Resolved', { done: 3, left: 0, unseen: 0, later: none })).toEqual({
    title: 'Resolved 3 exceptions',
  });
  expect(
    toOutcomeMessage('Resolved', { done: 1, left: 1, unseen: 2, later: { count: 1, more: false } }),
  ).toEqual({
    title: 'Resolved 1 exception',
    detail:
      '1 exception left as it is. 2 exceptions left because something else about them no longer fits. Look at them, then resolve them. 1 came later and was left.',
  });
});

test('where none was changed it says so, and not that it was done', () => {
  expect(toOutcomeMessage('Resolved', { done: 0, left: 2, unseen: 0, later: none })).toEqual({
    title: 'Nothing was changed',
    detail: '2 exceptions left as they are.',
  });
});

test('where it failed on the way it does not say that nothing was changed', () => {
  expect(actionErrorMessage(null, failureWords).title).toBe('It is not known how many were changed');
});
