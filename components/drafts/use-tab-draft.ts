'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { formDraftsKey } from '#components/query/query-keys.ts';
import { discardDraftAction } from '#lib/drafts/actions.ts';
import type { PerTabFormName } from '#lib/drafts/model.ts';
import type { FormDraft } from '#lib/drafts/schema.ts';
import { createContinuedDraft } from './continued-draft.ts';
import type { DraftOptions, DraftState } from './use-draft.ts';
import { useDraft } from './use-draft.ts';

/** The draft of this tab, and what the person can do with drafts of closed tabs. */
export type TabDraft = {
  readonly draft: DraftState;
  /** Drafts of closed tabs are offered only then. */
  readonly isUntouched: boolean;
  /** Fills the form from a draft, which stays until this tab has saved its own copy. */
  readonly continueDraft: (draft: FormDraft) => void;
  readonly remove: (subject: string) => void;
  /** Forgets the draft, because its text was sent. */
  readonly sent: () => void;
};

/** Keeps the unsent text of a form on the server, for each tab on its own. */
export function useTabDraft<Form extends PerTabFormName>(
  options: Omit<DraftOptions<Form>, 'onSaved'>,
): TabDraft {
  const { businessId, form, values, initial, fill } = options;
  const queries = useQueryClient();
  const remove = (removed: string) => {
    queries.setQueryData<readonly FormDraft[]>(formDraftsKey(businessId, form), (known) =>
      known?.filter((one) => one.subject !== removed),
    );
    void callAction(() => discardDraftAction({ businessId, form, subject: removed }));
  };
  const [continued] = useState(() => createContinuedDraft(remove));
  const draft = useDraft({ ...options, onSaved: continued.finish });
  const isUntouched = JSON.stringify(values) === JSON.stringify(initial);
  useEffect(() => {
    if (isUntouched) continued.cancel();
  }, [isUntouched, continued]);
  return {
    draft,
    isUntouched,
    continueDraft: ({ subject, fields }) => {
      continued.begin(subject);
      fill(fields);
    },
    remove,
    sent: () => {
      draft.sent();
      continued.finish();
    },
  };
}
