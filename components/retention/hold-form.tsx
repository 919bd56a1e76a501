'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tRetentionHolds, tRetentionKinds } from '#lib/messages/retention.ts';
import { placeHoldAction } from '#lib/retention/actions.ts';
import { holdKinds } from '#lib/retention/model.ts';
import type { RetentionView } from '#lib/retention/schema.ts';

const kindChoices = holdKinds.map((kind) => ({ value: kind, label: tRetentionKinds(kind) }));

/** The form for a new legal hold. */
export function HoldForm({
  businessId,
  onPlaced,
  onCancel,
}: {
  businessId: string;
  onPlaced: (view: RetentionView) => void;
  onCancel: () => void;
}) {
  const form = useActionForm({
    businessId,
    draft: 'legal-hold',
    subject: 'new',
    initial: { kind: 'payment', recordId: '', reason: '' },
    action: ({ kind: typed, recordId, reason }) => {
      const kind = holdKinds.find((one) => one === typed) ?? 'payment';
      // The ID of the business stands for its whole log.
      return placeHoldAction({
        businessId,
        kind,
        recordId: kind === 'audit' ? businessId : recordId,
        reason,
      });
    },
    messages: { failed: tRetentionHolds('holds.placeFailed'), done: tRetentionHolds('holds.placed') },
    onDone: onPlaced,
  });
  return (
    <ActionForm form={form} label={tRetentionHolds('holds.place')} onCancel={onCancel}>
      <Select label={tRetentionHolds('holds.record')} choices={kindChoices} {...form.field('kind')} />
      {form.fields.kind !== 'audit' && (
        <TextField mono label={tRetentionHolds('holds.recordId')} {...form.field('recordId')} />
      )}
      <TextArea label={tRetentionHolds('holds.reason')} {...form.field('reason')} />
    </ActionForm>
  );
}
