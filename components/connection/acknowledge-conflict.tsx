'use client';

import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { toast } from '#components/ui/toast.tsx';
import { acknowledgeConflictAction } from '#lib/connection/actions.ts';
import type { ConflictsView, ConflictView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';

/** Ends the alarm of one conflict after a confirmation. */
export function AcknowledgeConflict({
  businessId,
  record,
  onDone,
}: {
  businessId: string;
  record: ConflictView;
  onDone: (conflicts: ConflictsView) => void;
}) {
  const [note, setNote] = useState('');
  const [noteError, setNoteError] = useState<string | undefined>();
  const confirm = async () => {
    const { kind, id, fingerprint } = record;
    const result = await callAction(() =>
      acknowledgeConflictAction({ businessId, kind, id, fingerprint, note }),
    );
    if (result?.ok) {
      onDone(result.data);
      toast.good(tConnection('acknowledge.done'));
      return true;
    }
    const [error] = result?.fieldErrors['note'] ?? [];
    setNoteError(error);
    const detail = error ?? result?.message ?? tConnection('connectionLost');
    toast.bad(tConnection('acknowledge.failed'), { detail });
    return false;
  };
  return (
    <ConfirmDialog
      trigger={<Button size="sm">{tConnection('acknowledge.button')}</Button>}
      title={tConnection('acknowledge.title')}
      confirmLabel={tConnection('acknowledge.confirm')}
      onConfirm={confirm}
    >
      <p className="pb-3">{tConnection('acknowledge.help')}</p>
      <TextArea
        label={tConnection('acknowledge.note')}
        optional
        help={tConnection('acknowledge.noteHelp')}
        error={noteError}
        value={note}
        limit={2_000}
        onChange={(event) => {
          setNote(event.target.value);
          setNoteError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
