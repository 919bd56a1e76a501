'use client';

import { ReasonDialog } from '#components/forms/reason-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
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
  return (
    <ReasonDialog
      businessId={businessId}
      draft="import-removal"
      subject={importId}
      kind="bank"
      refresh
      action={(reason) => removeImportAction({ businessId, importId, reason })}
      messages={{
        failed: tReconciliation('imports.notRemoved'),
        done: ({ removed }) =>
          tReconciliation('imports.removedLines', { n: removed, count: removed.toLocaleString(locale) }),
      }}
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
      label={tReconciliation('imports.removeReason')}
      save={tReconciliation('imports.remove')}
      variant="danger"
    >
      {tReconciliation('imports.removeText')}
    </ReasonDialog>
  );
}
