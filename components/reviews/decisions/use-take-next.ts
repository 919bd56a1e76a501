'use client';

import { useRouter } from 'next/navigation';
import { useAction } from '#components/query/use-action.ts';
import { toast } from '#components/ui/toast.tsx';
import { tReviewTakeNext } from '#lib/messages/reviews.ts';
import { takeNextAction } from '#lib/reviews/actions.ts';

const storageKey = 'countinghouse:taken-case';

/** Remembers in this tab that "Take next" opened the case. */
function rememberTaken(caseId: string): void {
  try {
    window.sessionStorage.setItem(storageKey, caseId);
  } catch {
    // Storage is disabled, so the next case opens only on request.
  }
}

/** Returns whether "Take next" opened the case in this tab. */
export function isCaseFromTakeNext(caseId: string): boolean {
  try {
    return window.sessionStorage.getItem(storageKey) === caseId;
  } catch {
    return false;
  }
}

/** Assigns the next case to the person and opens it. Without a further case it opens the queue. */
export function useTakeNext(businessId: string) {
  const router = useRouter();
  const { act, isPending } = useAction({ businessId, kind: 'reviews' });
  const base = `/${businessId}/reviews`;
  const takeNext = async () => {
    const result = await act(() => takeNextAction({ businessId }), {
      failed: tReviewTakeNext('takeNext.failed'),
    });
    if (result === null) return;
    if (result.caseId === null) {
      toast.neutral(tReviewTakeNext('takeNext.none'));
      router.push(base);
      return;
    }
    rememberTaken(result.caseId);
    router.push(`${base}/${result.caseId}`);
  };
  return { takeNext, isPending };
}
