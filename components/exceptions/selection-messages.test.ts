import { expect, test } from 'vitest';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { failureMessages, toOutcomeMessage } from './selection-messages.ts';

const none = { count: 0, more: false };

test('counts unchanged exceptions, those with new reasons and those added since the selection', () => {
  expect(toOutcomeMessage('resolved', { done: 3, unchanged: 0, unseen: 0, addedSince: none })).toEqual({
    tone: 'good',
    title: 'Resolved 3 exceptions',
  });
  expect(
    toOutcomeMessage('resolved', { done: 1, unchanged: 1, unseen: 2, addedSince: { count: 1, more: false } }),
  ).toEqual({
    tone: 'good',
    title: 'Resolved 1 exception',
    detail:
      '1 exception was left unchanged. 2 exceptions weren’t resolved because they have new reasons. Review them, then resolve them. 1 newer exception wasn’t changed. It was added after you made your selection.',
  });
});

test('says that no exception was changed', () => {
  expect(toOutcomeMessage('resolved', { done: 0, unchanged: 2, unseen: 0, addedSince: none })).toEqual({
    tone: 'neutral',
    title: 'No exceptions were changed',
    detail: '2 exceptions were left unchanged.',
  });
});

test('says that some may have been changed after a failure halfway', () => {
  expect(toActionErrorMessage(null, failureMessages).title).toBe('Some exceptions may have been changed');
});
