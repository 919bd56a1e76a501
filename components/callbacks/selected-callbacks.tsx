'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { BulkActionProps } from '#components/list/list-props.ts';
import { formatCount } from '#components/list/table/list-footer.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { rejectSelectedAction } from '#lib/callbacks/quarantine/actions.ts';
import { startSelectedDryRunAction } from '#lib/callbacks/reprocess/actions.ts';
import { tCallbackDecisions } from '#lib/messages/callback-decisions.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';

/** Reprocesses or rejects the selected callbacks. Releasing needs a look at each one, so it isn't offered here. */
export function SelectedCallbacks({ businessId, query, count, onDone }: BulkActionProps) {
  const router = useRouter();
  const { act, isPending } = useAction({ businessId, kind: 'callbacks' });
  const { locale } = useLocaleSettings();
  const [note, setNote] = useState('');
  const reprocess = async () => {
    const run = await act(() => startSelectedDryRunAction({ businessId, address: query }), {
      failed: tReprocess('form.failed'),
    });
    if (run !== null) router.push(`/${businessId}/callbacks/reprocess`);
  };
  const reject = async () => {
    const result = await act(() => rejectSelectedAction({ businessId, address: query, note }), {
      failed: tCallbackDecisions('selection.notRejected'),
      partial: tCallbackDecisions('selection.partly'),
      done: ({ rejected, unchanged }) => ({
        title: tCallbackDecisions('selection.rejected', { count: rejected }),
        detail: unchanged === 0 ? undefined : tCallbackDecisions('selection.unchanged', { count: unchanged }),
      }),
    });
    if (result === null) return false;
    setNote('');
    onDone();
    return true;
  };
  return (
    <>
      <Button size="sm" isPending={isPending} onPress={() => void reprocess()}>
        {tCallbackDecisions('selection.reprocess')}
      </Button>
      <ConfirmDialog
        trigger={<Button size="sm">{tCallbackDecisions('selection.reject')}</Button>}
        title={tCallbackDecisions('selection.question', { count: formatCount(count, locale) })}
        confirmLabel={tCallbackDecisions('selection.confirm')}
        danger
        onConfirm={reject}
      >
        <p className="pb-3">{tCallbackDecisions('selection.text')}</p>
        <TextArea
          label={tCallbackDecisions('selection.note')}
          help={tCallbackDecisions('selection.noteHelp')}
          value={note}
          limit={2_000}
          onChange={(event) => setNote(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
