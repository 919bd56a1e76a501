'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { formDraftsKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Button } from '#components/ui/button.tsx';
import type { PerTabFormName } from '#lib/drafts/model.ts';
import type { FormDraft, FormDrafts } from '#lib/drafts/schema.ts';
import { tDrafts } from '#lib/messages/drafts.ts';
import { listOpenTabs } from './tab-id.ts';
import type { TabDraft } from './use-tab-draft.ts';

const draftsShape = checkFields<FormDrafts>(withFields('drafts'));

/** Most drafts that are offered at once. */
const maximumOffered = 3;

/** Offers the newest drafts of closed tabs. */
export function OfferedDrafts({
  businessId,
  form,
  label,
  prefix,
  tabId,
  renderText,
  tabDraft: { continueDraft, remove },
}: {
  businessId: string;
  form: PerTabFormName;
  label: string;
  /** The start of the subjects that this form uses. The id of the tab follows. */
  prefix: string;
  tabId: string;
  renderText: (draft: FormDraft) => ReactNode;
  tabDraft: TabDraft;
}) {
  const { data } = useQuery({
    queryKey: formDraftsKey(businessId, form),
    queryFn: async ({ signal }) => {
      const address = `/api/businesses/${businessId}/drafts?form=${form}`;
      const [{ drafts }, openTabs] = await Promise.all([
        requestJson(address, draftsShape, signal),
        listOpenTabs(),
      ]);
      return drafts.filter((draft) => !openTabs.has(draft.subject.split(':')[1] ?? ''));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const offered = (data ?? [])
    .filter(({ subject }) => subject.startsWith(prefix) && subject !== `${prefix}${tabId}`)
    .slice(0, maximumOffered);
  if (offered.length === 0) return null;
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
      {offered.map((draft) => (
        <li
          key={draft.subject}
          className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2 text-muted text-sm"
        >
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{renderText(draft)}</span>
          <span className="flex items-center gap-1">
            <Button size="sm" onPress={() => continueDraft(draft)}>
              {tDrafts('payment.continue')}
            </Button>
            <Button size="sm" variant="quiet" onPress={() => remove(draft.subject)}>
              {tDrafts('discard')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
