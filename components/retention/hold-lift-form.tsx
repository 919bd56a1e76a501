'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { tRetentionHolds } from '#lib/messages/retention-holds.ts';
import { proposeHoldLiftAction } from '#lib/retention/actions.ts';
import type { RetentionView } from '#lib/retention/schema.ts';

/** The form for a proposal to lift a legal hold. */
export function HoldLiftForm({
  businessId,
  holdId,
  onProposed,
  onCancel,
}: {
  businessId: string;
  holdId: string;
  onProposed: (view: RetentionView) => void;
  onCancel: () => void;
}) {
  const form = useActionForm({
    businessId,
    draft: 'hold-lift',
    subject: holdId,
    initial: { reason: '' },
    action: ({ reason }) => proposeHoldLiftAction({ businessId, holdId, reason }),
    messages: { failed: tRetentionHolds('holds.liftFailed'), done: tRetentionHolds('holds.liftProposed') },
    onDone: onProposed,
  });
  return (
    <ActionForm
      form={form}
      label={tRetentionHolds('holds.lift')}
      cancel={tRetentionHolds('holds.cancel')}
      onCancel={onCancel}
    >
      <TextArea label={tRetentionHolds('holds.liftReason')} {...form.field('reason')} />
    </ActionForm>
  );
}
