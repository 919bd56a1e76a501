'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { correctRowAction } from '#lib/payment-batches/actions.ts';
import type { RowValues } from '#lib/payment-batches/model/fields.ts';
import {
  batchFields,
  findChangedValues,
  readChanges,
  writeChanges,
} from '#lib/payment-batches/model/fields.ts';
import type { RowView } from '#lib/payment-batches/schema.ts';
import { ValueField } from './value-field.tsx';

type CorrectionProps = { readonly businessId: string; readonly batchId: string; readonly row: RowView };

/** Opens the values of a row, and checks the row again after a change. */
export function CorrectRow(props: CorrectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onPress={() => setOpen(true)}>
        {tPaymentBatches('rows.edit', { number: props.row.number })}
      </Button>
      {isOpen && <CorrectionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function CorrectionDialog({
  businessId,
  batchId,
  row,
  onClose,
}: CorrectionProps & { readonly onClose: () => void }) {
  const { number, issues } = row;
  // The row may change while the dialog is open.
  const [opened] = useState<RowValues>(row.values);
  // Only the changes are kept, so that a restored text replaces no value that a colleague has corrected since.
  const { fields, set, draft, isPending, submit } = useActionForm({
    businessId,
    kind: 'batches',
    draft: 'row-correction',
    fields: [],
    subject: `${batchId} ${number}`,
    initial: { changes: '' },
    action: ({ changes }) => correctRowAction({ businessId, batchId, number, values: readChanges(changes) }),
    messages: { failed: tPaymentBatches('rows.saveFailed') },
    onDone: onClose,
  });
  const values: RowValues = { ...opened, ...readChanges(fields.changes) };
  const change = (changed: RowValues) =>
    set({ changes: writeChanges(findChangedValues(opened, { ...values, ...changed })) });
  return (
    <Dialog
      isOpen
      title={tPaymentBatches('rows.edit', { number })}
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {tControls('cancel')}
          </Button>
          <Button variant="primary" isPending={isPending} onPress={() => void submit()}>
            {tPaymentBatches('rows.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {batchFields.map((field) => (
            <ValueField
              key={field}
              field={field}
              value={values[field] ?? ''}
              error={
                values[field] === row.values[field]
                  ? issues.find((issue) => issue.field === field && issue.level === 'error')?.message
                  : undefined
              }
              onChange={(value) => change({ [field]: value })}
            />
          ))}
        </div>
        <DraftNotice draft={draft} />
      </div>
    </Dialog>
  );
}
