'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tRetentionHolds } from '#lib/messages/retention-holds.ts';

/** The form for a proposal to lift a legal hold. */
export function HoldLiftForm({
  businessId,
  holdId,
  isPending,
  error,
  onPropose,
  onCancel,
}: {
  businessId: string;
  holdId: string;
  isPending: boolean;
  error: string | undefined;
  /** Returns whether the proposal was made. */
  onPropose: (reason: string) => Promise<boolean>;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState('');
  const draft = useDraft({
    businessId,
    form: 'hold-lift',
    subject: holdId,
    values: { reason },
    initial: { reason: '' },
    fill: (fields) => setReason(fields['reason'] ?? ''),
  });
  const propose = async () => {
    if (await onPropose(reason)) draft.sent();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void propose();
      }}
    >
      <TextArea
        label={tRetentionHolds('holds.liftReason')}
        value={reason}
        error={error}
        onChange={({ target }) => setReason(target.value)}
      />
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {tRetentionHolds('holds.lift')}
        </Button>
        <Button onPress={onCancel}>{tRetentionHolds('holds.cancel')}</Button>
      </div>
    </form>
  );
}
