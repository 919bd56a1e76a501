'use client';

import { useEffect, useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { useShortcut } from '#components/shell/shortcuts.ts';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { assignCasesAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { formatCase } from '../case-labels.ts';
import { decisionPanelId, notesId, snoozeId } from '../case-part-ids.ts';
import { useCaseTab } from './case-tabs.tsx';
import { useCaseUndo } from './use-case-undo.ts';

/** Moves the focus to the first field of a part of the page, or to the part if it has none. */
function focusPart(id: string): void {
  const part = document.getElementById(id);
  if (part === null) return;
  part.scrollIntoView({ block: 'center' });
  const field = part.querySelector<HTMLElement>('textarea:enabled, select:enabled, input:enabled');
  (field ?? part).focus({ preventScroll: true });
}

/** The keys of a case page: assign it to oneself, snooze, write a note, decide. */
export function CaseKeys({ view }: { view: CaseView }) {
  const { businessId, caseId, me, state } = view;
  const { act } = useAction({ businessId, kind: 'reviews', about: formatCase(view.number) });
  const [tab, setTab] = useCaseTab();
  const [isNoteWanted, setNoteWanted] = useState(false);
  const toUndo = useCaseUndo(businessId);
  const group = tReviewCase('keys.group');
  useShortcut({ keys: 'a', label: tReviewCase('keys.assign'), group }, () => {
    if (state === 'decided' || state === 'merged') return;
    void act(() => assignCasesAction({ businessId, caseIds: [caseId], personId: me }), {
      failed: tReviewCase('facts.caseNotAssigned'),
      done: ({ undo }) => ({ title: tReviewCase('facts.caseAssigned'), action: toUndo(undo) }),
    });
  });
  useShortcut({ keys: 's', label: tReviewCase('keys.snooze'), group }, () => focusPart(snoozeId));
  useShortcut({ keys: 'n', label: tReviewCase('keys.note'), group }, () => {
    setTab('summary');
    setNoteWanted(true);
  });
  // The notes are visible only once their tab is shown.
  useEffect(() => {
    if (!isNoteWanted || tab !== 'summary') return;
    setNoteWanted(false);
    focusPart(notesId);
  }, [isNoteWanted, tab]);
  useShortcut({ keys: 'd', label: tReviewCase('keys.decide'), group }, () => focusPart(decisionPanelId));
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if ([notesId, snoozeId, decisionPanelId].includes(id)) focusPart(id);
  }, []);
  return null;
}
