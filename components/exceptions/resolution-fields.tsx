'use client';

import type { RefObject } from 'react';
import { useEffect } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { maximumNoteLength } from '#lib/exceptions/model.ts';
import { tExceptionWork } from '#lib/messages/exception-work.ts';
import type { ResolutionReason } from '#lib/payments/schema/exception-work.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import { ReasonField } from './work-form.tsx';

export type Resolution = { readonly reason: ResolutionReason | ''; readonly note: string };

export const emptyResolution: Resolution = { reason: '', note: '' };

/** The reason and note of all selected exceptions. Unsent ones are kept on the server. */
export function ResolutionFields({
  businessId,
  resolution,
  onChange,
  sent,
}: {
  businessId: string;
  resolution: Resolution;
  onChange: (resolution: Resolution) => void;
  /** Receives the function to call when the resolution was sent. */
  sent: RefObject<(() => void) | null>;
}) {
  const draft = useDraft({
    businessId,
    form: 'exception-resolution',
    subject: 'selected',
    values: resolution,
    initial: emptyResolution,
    fill: ({ reason, note = '' }) =>
      onChange({ reason: resolutionReasons.find((one) => one === reason) ?? '', note }),
  });
  useEffect(() => {
    sent.current = draft.sent;
  });
  return (
    <div className="flex flex-col gap-3">
      <ReasonField reason={resolution.reason} onChange={(reason) => onChange({ ...resolution, reason })} />
      <TextArea
        label={tExceptionWork('fields.note')}
        optional
        help={tExceptionWork('selection.noteHelp')}
        value={resolution.note}
        limit={maximumNoteLength}
        onChange={({ target }) => onChange({ ...resolution, note: target.value })}
      />
      <DraftNotice draft={draft} />
    </div>
  );
}
