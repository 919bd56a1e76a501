'use client';

import { useRouter } from 'next/navigation';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { discardBatchAction } from '#lib/payment-batches/actions.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';

/** Deletes a batch that is not confirmed, after a question. */
export function DiscardBatch({ batch: { businessId, batchId } }: { batch: BatchView }) {
  const { act, isPending } = useAction({ businessId, kind: 'batches' });
  const router = useRouter();
  const discard = async () => {
    const discarded = await act(() => discardBatchAction({ businessId, batchId }), {
      failed: tPaymentBatches('summary.discardFailed'),
      done: tPaymentBatches('summary.discarded'),
    });
    if (discarded !== null) router.push(`/${businessId}/payments/bulk`);
    return discarded !== null;
  };
  return (
    <ConfirmDialog
      danger
      trigger={<Button isDisabled={isPending}>{tPaymentBatches('summary.discard')}</Button>}
      title={tPaymentBatches('summary.discardQuestion')}
      confirmLabel={tPaymentBatches('summary.discard')}
      onConfirm={discard}
    >
      {tPaymentBatches('summary.discardText')}
    </ConfirmDialog>
  );
}
