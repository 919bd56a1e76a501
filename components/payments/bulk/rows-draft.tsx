'use client';

import { useEffect, useEffectEvent } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { OfferedDrafts } from '#components/drafts/offered-drafts.tsx';
import { useTabDraft } from '#components/drafts/use-tab-draft.ts';
import { useTabId } from '#components/drafts/use-tab-id.ts';
import { Time } from '#components/ui/time.tsx';
import { tDrafts } from '#lib/messages/drafts.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const form = 'pasted-rows';
const prefix = 'rows:';

type RowsDraftProps = {
  readonly businessId: string;
  readonly text: string;
  /** The tab keeps the rows too. */
  readonly isKeptByTab: boolean;
  /** The rows were checked, so the draft is forgotten. */
  readonly isSent: boolean;
  readonly onFill: (text: string) => void;
};

const countLines = (text: string): number => text.trim().split(/\r\n|\r|\n/).length;

/** Keeps copied rows on the server until they are checked, and offers those of closed tabs. */
export function RowsDraft(props: RowsDraftProps) {
  const tabId = useTabId();
  return tabId === null ? null : <DraftOfTab {...props} tabId={tabId} />;
}

function DraftOfTab({
  businessId,
  text,
  isKeptByTab,
  isSent,
  onFill,
  tabId,
}: RowsDraftProps & { tabId: string }) {
  const tabDraft = useTabDraft({
    businessId,
    form,
    subject: `${prefix}${tabId}`,
    values: { rows: text },
    initial: { rows: '' },
    fill: ({ rows = '' }) => onFill(rows),
    isKeptByTab,
  });
  const { draft, isUntouched } = tabDraft;
  const markSent = useEffectEvent(tabDraft.sent);
  useEffect(() => {
    if (isSent) markSent();
  }, [isSent]);
  return (
    <>
      {draft.problem !== null && isKeptByTab ? (
        <p role="status" className="text-muted text-sm">
          {tDrafts('rows.tabOnly', { reason: draft.problem })}
        </p>
      ) : (
        <DraftNotice draft={draft} />
      )}
      {isUntouched && (
        <OfferedDrafts
          businessId={businessId}
          form={form}
          label={tDrafts('rows.title')}
          prefix={prefix}
          tabId={tabId}
          tabDraft={tabDraft}
          renderText={({ fields, savedAt }) =>
            tDrafts.rich('rows.offer', {
              count: countLines(fields['rows'] ?? ''),
              time: () => <Time at={toUnixSeconds(savedAt)} />,
            })
          }
        />
      )}
    </>
  );
}
