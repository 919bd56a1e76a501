'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { correctRowAction } from '#lib/payment-batches/actions.ts';
import type { RowValues } from '#lib/payment-batches/model/fields.ts';
import { batchFields, findChangedValues } from '#lib/payment-batches/model/fields.ts';
import type { RowView } from '#lib/payment-batches/schema.ts';
import { ValueField } from './column-form.tsx';

/** Opens the values of a row, and checks the row again after a change. */
export function CorrectRow({
  businessId,
  batchId,
  row,
}: {
  businessId: string;
  batchId: string;
  row: RowView;
}) {
  const { number, issues } = row;
  const { act, isPending } = useAction(businessId, 'batches');
  // The row may change while the dialog is open.
  const [opened, setOpened] = useState<RowValues>(row.values);
  const [values, setValues] = useState<RowValues>(row.values);
  const save = async (close: () => void) => {
    const saved = await act(
      () => correctRowAction({ businessId, batchId, number, values: findChangedValues(opened, values) }),
      {
        failed: tPaymentBatches('rows.saveFailed'),
      },
    );
    if (saved !== null) close();
  };
  return (
    <Dialog
      trigger={<Button size="sm">{tPaymentBatches('rows.edit', { number })}</Button>}
      title={tPaymentBatches('rows.edit', { number })}
      onOpenChange={(isOpen) => {
        if (!isOpen) return;
        setOpened(row.values);
        setValues(row.values);
      }}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={isPending}>
            {tControls('cancel')}
          </Button>
          <Button variant="primary" isPending={isPending} onPress={() => void save(close)}>
            {tPaymentBatches('rows.save')}
          </Button>
        </>
      )}
    >
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
            onChange={(value) => setValues({ ...values, [field]: value })}
          />
        ))}
      </div>
    </Dialog>
  );
}
