'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { BulkProps } from '#components/list/list-props.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { toast } from '#components/ui/toast.tsx';
import { rejectPickedAction } from '#lib/callbacks/actions.ts';
import { startPickedDryRunAction } from '#lib/callbacks/actions-reprocess.ts';
import { useReprocessing } from './use-reprocessing.ts';

/** What an owner can do with callbacks that are picked. To release one, somebody must look at it. */
export function PickedCallbacks({ businessId, asked, onDone }: BulkProps) {
  const router = useRouter();
  const { act, isPending } = useReprocessing(businessId);
  const [note, setNote] = useState('');
  const reprocess = () =>
    act(async () => {
      const result = await startPickedDryRunAction({ businessId, address: asked });
      if (result.ok) router.push(`/${businessId}/callbacks/reprocess`);
      return result;
    }, 'The dry run was not started');
  const reject = () =>
    act(async () => {
      const result = await rejectPickedAction({ businessId, address: asked, note });
      if (result.ok) {
        const { rejected, left } = result.data;
        const done = rejected === 1 ? 'One was rejected' : `${rejected} were rejected`;
        const detail =
          left === 0
            ? undefined
            : left === 1
              ? 'The other one did not wait in quarantine.'
              : `The other ${left} did not wait in quarantine.`;
        toast.good(done, detail === undefined ? {} : { detail });
        setNote('');
        onDone();
      }
      return result;
    }, 'They were not rejected');
  return (
    <>
      <Button size="sm" isPending={isPending} onPress={() => void reprocess()}>
        Reprocess selected
      </Button>
      <ConfirmDialog
        trigger={<Button size="sm">Reject selected</Button>}
        title="Reject what waits in quarantine?"
        confirmLabel="Reject them"
        danger
        onConfirm={reject}
      >
        <p className="pb-3">
          Those of the selected callbacks that wait in quarantine are not applied. They stay in the log with
          their bytes and can be released later. The others stay as they are.
        </p>
        <TextArea
          label="Note"
          help="Needed. Everybody who may see a callback sees its note."
          value={note}
          limit={2_000}
          onChange={(event) => setNote(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
