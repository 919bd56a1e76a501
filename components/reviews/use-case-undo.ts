'use client';

import { useAction } from '#components/query/use-action.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import { undoCaseChangeAction } from '#lib/reviews/actions.ts';
import type { CaseUndo } from '#lib/reviews/schema/case.ts';

/** Returns a function that creates the "Undo" button of a message, or undefined if nothing changed. */
export function useCaseUndo(businessId: string) {
  const { act } = useAction(businessId, 'reviews');
  const undoChange = (undo: CaseUndo) =>
    act(() => undoCaseChangeAction({ businessId, undo }), {
      failed: tReviewQueue('undo.failed'),
      done: ({ restored, left }) => ({
        title: tReviewQueue('undo.done', { count: restored }),
        detail: left === 0 ? undefined : tReviewQueue('undo.skipped', { count: left }),
      }),
    });
  return (undo: CaseUndo) =>
    undo.cases.length === 0
      ? undefined
      : { label: tReviewQueue('undo.button'), onPress: () => void undoChange(undo) };
}
