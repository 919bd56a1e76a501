'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { callAction } from '#components/query/call-action.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tPaymentActions } from '#lib/messages/payment-actions.ts';
import { readPaymentNowAction } from '#lib/payments/sync/actions.ts';

/** Reads the payment from the service now instead of at its next scheduled read. */
export function ReadNowButton({ businessId, paymentId }: { businessId: string; paymentId: string }) {
  const queries = useQueryClient();
  const reading = useMutation({
    mutationFn: () => callAction(() => readPaymentNowAction({ businessId, paymentId })),
    onSuccess: (result) => {
      void queries.invalidateQueries({ queryKey: recordKey(businessId, 'payments', paymentId) });
      if (result === null) toast.bad(tPaymentActions('notRead'), { detail: tPaymentActions('noAnswer') });
      else if (!result.ok) toast.bad(tPaymentActions('notRead'), { detail: result.message });
      else if (result.data.changed) toast.good(tPaymentActions('readChanged'));
      else toast.neutral(tPaymentActions('readUnchanged'));
    },
  });
  return (
    <Button icon={<RefreshCw aria-hidden />} isPending={reading.isPending} onPress={() => reading.mutate()}>
      {tPaymentActions('readNow')}
    </Button>
  );
}
