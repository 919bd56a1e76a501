'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { BulkProps } from '#components/list/list-props.ts';
import { countInWords } from '#components/list/table/list-foot.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { rejectSelectedAction } from '#lib/callbacks/quarantine/actions.ts';
import { startSelectedDryRunAction } from '#lib/callbacks/reprocess/actions.ts';

/** What an owner can do with callbacks that are picked. To release one, somebody must look at it. */
export function SelectedCallbacks({ businessId, asked, count, onDone }: BulkProps) {
  const router = useRouter();
  const { act, isPending } = useAction(businessId, 'callbacks');
  const { locale } = useLocaleSettings();
  const [note, setNote] = useState('');
  const reprocess = async () => {
    const begun = await act(() => startSelectedDryRunAction({ businessId, address: asked }), {
      failed: 'The dry run was not started',
    });
    if (begun !== null) router.push(`/${businessId}/callbacks/reprocess`);
  };
  const reject = async () => {
    const done = await act(() => rejectSelectedAction({ businessId, address: asked, note }), {
      failed: 'They were not rejected',
      partly: 'It is not known how many were rejected',
      done: ({ rejected, left }) => ({
        title: rejected === 1 ? 'One was rejected' : `${rejected} were rejected`,
        detail:
          left === 0
            ? undefined
            : left === 1
              ? 'The other one did not wait in quarantine.'
              : `The other ${left} did not wait in quarantine.`,
      }),
    });
    if (done === null) return false;
    setNote('');
    onDone();
    return true;
  };
  return (
    <>
      <Button size="sm" isPending={isPending} onPress={() => void reprocess()}>
        Reprocess selected
      </Button>
      <ConfirmDialog
        trigger={<Button size="sm">Reject selected</Button>}
        title={`Reject those of ${countInWords(count, locale)} that wait in quarantine?`}
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
