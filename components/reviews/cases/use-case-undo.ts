'use client';

import { useAction } from '#components/query/use-action.ts';
import { tReviewTakeNext } from '#lib/messages/reviews.ts';
import { undoCaseChangeAction } from '#lib/reviews/actions.ts';
import type { CaseUndo } from '#lib/reviews/cases/schema/case.ts';

/** Returns a function that creates the "Undo" button of a message, or undefined if nothing changed. */
export function useCaseUndo(businessId: string) {
  const { act } = useAction({ businessId, kind: 'reviews' });
  const undoChange = (undo: CaseUndo) =>
    act(() => undoCaseChangeAction({ businessId, undo }), {
      failed: tReviewTakeNext('undo.failed'),
      done: ({ restored, left }) => ({
        title: tReviewTakeNext('undo.done', { count: restored }),
        detail: left === 0 ? undefined : tReviewTakeNext('undo.skipped', { count: left }),
      }),
    });
  return (undo: CaseUndo) =>
    undo.cases.length === 0
      ? undefined
      : { label: tReviewTakeNext('undo.button'), onPress: () => void undoChange(undo) };
}
