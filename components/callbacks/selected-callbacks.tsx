'use client';

import { useRouter } from 'next/navigation';
import { ReasonDialog } from '#components/forms/reason-form.tsx';
import type { BulkActionProps } from '#components/list/list-props.ts';
import { formatCount } from '#components/list/table/list-footer.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { rejectSelectedAction } from '#lib/callbacks/quarantine/actions.ts';
import { startSelectedDryRunAction } from '#lib/callbacks/reprocess/actions.ts';
import { tCallbackDecisions } from '#lib/messages/callbacks.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';

/** Reprocesses or rejects the selected callbacks. Releasing needs a look at each one, so it isn't offered here. */
export function SelectedCallbacks({ businessId, query, count, onDone }: BulkActionProps) {
  const router = useRouter();
  const { act, isPending } = useAction({ businessId, kind: 'callbacks' });
  const { locale } = useLocaleSettings();
  const reprocess = async () => {
    const run = await act(() => startSelectedDryRunAction({ businessId, address: query }), {
      failed: tReprocess('form.failed'),
    });
    if (run !== null) router.push(`/${businessId}/callbacks/reprocess`);
  };
  return (
    <>
      <Button size="sm" isPending={isPending} onPress={() => void reprocess()}>
        {tCallbackDecisions('selection.reprocess')}
      </Button>
      <ReasonDialog
        businessId={businessId}
        draft="callback-rejection"
        subject="selected"
        kind="callbacks"
        action={(note) => rejectSelectedAction({ businessId, address: query, note })}
        messages={{
          failed: tCallbackDecisions('selection.notRejected'),
          partial: tCallbackDecisions('selection.partly'),
          done: ({ rejected, unchanged }) => ({
            title: tCallbackDecisions('selection.rejected', { count: rejected }),
            detail:
              unchanged === 0 ? undefined : tCallbackDecisions('selection.unchanged', { count: unchanged }),
          }),
        }}
        onDone={onDone}
        trigger={<Button size="sm">{tCallbackDecisions('selection.reject')}</Button>}
        title={tCallbackDecisions('selection.question', { count: formatCount(count, locale) })}
        label={tCallbackDecisions('selection.note')}
        help={tCallbackDecisions('selection.noteHelp')}
        limit={2_000}
        save={tCallbackDecisions('selection.confirm')}
        variant="danger"
      >
        {tCallbackDecisions('selection.text')}
      </ReasonDialog>
    </>
  );
}
