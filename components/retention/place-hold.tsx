'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { tRetentionHolds } from '#lib/messages/retention.ts';
import { placeHoldAction } from '#lib/retention/actions.ts';
import type { HeldRecord } from '#lib/retention/schema.ts';

/** The form that places a legal hold on a record. */
export function PlaceHold({
  businessId,
  record: { kind, recordId },
  onPlaced,
  onClose,
}: {
  businessId: string;
  record: HeldRecord;
  onPlaced: (() => void) | undefined;
  onClose: () => void;
}) {
  const form = useActionForm({
    businessId,
    refresh: onPlaced === undefined,
    draft: 'legal-hold',
    subject: recordId,
    fields: ['reason'],
    initial: { kind, recordId, reason: '' },
    action: ({ reason }) => placeHoldAction({ businessId, kind, recordId, reason }),
    messages: { failed: tRetentionHolds('holds.placeFailed'), done: tRetentionHolds('holds.placed') },
    onDone: () => {
      onClose();
      onPlaced?.();
    },
  });
  return (
    <ActionForm form={form} label={tRetentionHolds('holds.place')} onCancel={onClose}>
      <TextArea label={tRetentionHolds('holds.reason')} {...form.field('reason')} />
    </ActionForm>
  );
}
