'use client';

import { ReasonDialog } from '#components/forms/reason-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { acknowledgeConflictAction } from '#lib/connection/actions.ts';
import type { ConflictsView, ConflictView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';

/** Ends the alarm of one conflict after a confirmation. */
export function AcknowledgeConflict({
  businessId,
  record: { kind, id, fingerprint },
  onDone,
}: {
  businessId: string;
  record: ConflictView;
  onDone: (conflicts: ConflictsView) => void;
}) {
  return (
    <ReasonDialog
      businessId={businessId}
      draft="conflict-acknowledgement"
      subject={id}
      action={(note) => acknowledgeConflictAction({ businessId, kind, id, fingerprint, note })}
      messages={{ failed: tConnection('acknowledge.failed'), done: tConnection('acknowledge.done') }}
      onDone={onDone}
      trigger={<Button size="sm">{tConnection('acknowledge.button')}</Button>}
      title={tConnection('acknowledge.title')}
      label={tConnection('acknowledge.note')}
      optional
      help={tConnection('acknowledge.noteHelp')}
      limit={2_000}
      save={tConnection('acknowledge.confirm')}
    >
      {tConnection('acknowledge.help')}
    </ReasonDialog>
  );
}
