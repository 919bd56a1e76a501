'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { removeImportAction } from '#lib/reconciliation/actions.ts';

/** Removes the lines of a file that was imported by mistake. */
export function RemoveImport({
  businessId,
  importId,
  fileName,
}: {
  businessId: string;
  importId: string;
  fileName: string;
}) {
  const { locale } = useLocaleSettings();
  const { act, problem } = useAction({ businessId, kind: 'bank', refresh: true, inForm: true });
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      danger
      trigger={
        <Button
          size="sm"
          variant="quiet"
          aria-label={tReconciliation('imports.removeNamed', { file: fileName })}
        >
          {tReconciliation('imports.remove')}
        </Button>
      }
      title={tReconciliation('imports.removeTitle')}
      confirmLabel={tReconciliation('imports.remove')}
      problem={<ProblemNote problem={problem} />}
      onConfirm={async () =>
        (await act(() => removeImportAction({ businessId, importId, reason }), {
          failed: tReconciliation('imports.notRemoved'),
          done: ({ removed }) =>
            tReconciliation('imports.removedLines', { n: removed, count: removed.toLocaleString(locale) }),
        })) !== null
      }
    >
      <p>{tReconciliation('imports.removeText')}</p>
      <TextArea
        label={tReconciliation('imports.removeReason')}
        value={reason}
        error={problem?.fieldErrors['reason']?.[0]}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
