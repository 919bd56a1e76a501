import type { FailureMessages } from '#components/query/action-error-message.ts';
import type { SelectedWorkResult } from '#lib/exceptions/schema.ts';
import { tExceptionWork } from '#lib/messages/exceptions.ts';

type OutcomeMessage = {
  readonly tone: 'good' | 'neutral';
  readonly title: string;
  readonly detail?: string;
};

/** Describes the result for the selected exceptions. */
export function toOutcomeMessage(
  outcome: 'assigned' | 'reopened' | 'resolved',
  { done, unchanged, unseen, addedSince }: SelectedWorkResult,
): OutcomeMessage {
  const { count, more } = addedSince;
  const details = [
    unchanged === 0 ? [] : tExceptionWork('outcome.unchanged', { count: unchanged }),
    unseen === 0 ? [] : tExceptionWork('outcome.unseen', { count: unseen }),
    count === 0 ? [] : tExceptionWork(more ? 'outcome.manyAddedSince' : 'outcome.addedSince', { count }),
  ].flat();
  return {
    tone: done === 0 ? 'neutral' : 'good',
    title:
      done === 0 ? tExceptionWork('outcome.none') : tExceptionWork(`outcome.${outcome}`, { count: done }),
    ...(details.length > 0 && { detail: details.join(' ') }),
  };
}

/** Titles of a failure. Each exception is changed in its own transaction, so some may be done. */
export const failureMessages: FailureMessages = {
  failed: tExceptionWork('outcome.none'),
  partial: tExceptionWork('outcome.partly'),
};
