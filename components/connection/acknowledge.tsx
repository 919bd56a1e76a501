'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { toast } from '#components/ui/toast.tsx';
import { acknowledgeContradictionAction } from '#lib/connection/actions.ts';
import type { ContradictionsView, ContradictionView } from '#lib/connection/schema.ts';

/** Ends the alarm of one contradiction, as it is now. */
export function Acknowledge({
  businessId,
  record,
  onDone,
}: {
  businessId: string;
  record: ContradictionView;
  onDone: (all: ContradictionsView) => void;
}) {
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const confirm = async () => {
    const { kind, id, said } = record;
    const result = await acknowledgeContradictionAction({ businessId, kind, id, said, note }).catch(
      () => null,
    );
    if (result?.ok) {
      onDone(result.data);
      toast.good('Acknowledged');
      return true;
    }
    const [atNote] = result?.fieldErrors['note'] ?? [];
    setWrong(atNote);
    const detail = atNote ?? result?.message ?? 'The connection was lost. Try again.';
    toast.bad('It was not acknowledged', { detail });
    return false;
  };
  return (
    <ConfirmDialog
      trigger={<Button size="sm">Acknowledge</Button>}
      title="Acknowledge this contradiction?"
      confirmLabel="Acknowledge it"
      onConfirm={confirm}
    >
      <p className="pb-3">
        Its alarm ends; both sides stay on the record. Something else that does not fit raises it anew.
      </p>
      <TextArea
        label="Note"
        optional
        help="It stands in the audit log."
        error={wrong}
        value={note}
        limit={2_000}
        onChange={(event) => {
          setNote(event.target.value);
          setWrong(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
