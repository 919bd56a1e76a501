'use client';

import { useRouter } from 'next/navigation';
import { useAction } from '#components/query/use-action.ts';
import { useShortcut } from '#components/shell/shortcuts.ts';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { assignCasesAction } from '#lib/reviews/actions.ts';
import type { QueueRow } from '#lib/reviews/queue/schema.ts';
import { notesId, snoozeId } from './case-keys.tsx';
import { formatCase } from './case-labels.ts';
import { decisionPanelId } from './decide-bar.tsx';
import { useCaseUndo } from './use-case-undo.ts';

/** The keys for the case beside the queue: assign it to oneself, or open its page at a field. */
export function PreviewKeys({ businessId, me, row }: { businessId: string; me: string; row: QueueRow }) {
  const router = useRouter();
  const { act } = useAction(businessId, 'reviews', { about: formatCase(row.number) });
  const toUndo = useCaseUndo(businessId);
  const group = tReviewCase('keys.group');
  const open = (part: string) => router.push(`/${businessId}/reviews/${row.caseId}#${part}`);
  useShortcut({ keys: 'a', label: tReviewCase('keys.assign'), group }, () => {
    if (row.state === 'decided' || row.state === 'merged') return;
    void act(() => assignCasesAction({ businessId, caseIds: [row.caseId], personId: me }), {
      failed: tReviewCase('facts.caseNotAssigned'),
      done: ({ undo }) => ({ title: tReviewCase('facts.caseAssigned'), action: toUndo(undo) }),
    });
  });
  useShortcut({ keys: 's', label: tReviewCase('keys.snooze'), group }, () => open(snoozeId));
  useShortcut({ keys: 'n', label: tReviewCase('keys.note'), group }, () => open(notesId));
  useShortcut({ keys: 'd', label: tReviewCase('keys.decide'), group }, () => open(decisionPanelId));
  return null;
}
