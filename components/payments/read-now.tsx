'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { readPaymentNowAction } from '#lib/payments/sync/actions.ts';
import { paymentKey } from './use-payment.ts';

/** Asks the service for the payment now, instead of waiting for the schedule. */
export function ReadNow({ businessId, paymentId }: { businessId: string; paymentId: string }) {
  const queries = useQueryClient();
  const reading = useMutation({
    mutationFn: () => readPaymentNowAction({ businessId, paymentId }),
    onSuccess: (result) => {
      void queries.invalidateQueries({ queryKey: paymentKey(businessId, paymentId) });
      if (!result.ok) toast.bad('The payment was not read', { detail: result.message });
      else if (result.data.changed) toast.good('Read, and something changed');
      else toast.neutral('Read, nothing has changed');
    },
    onError: () => toast.bad('The payment was not read', { detail: 'The server did not answer. Try again.' }),
  });
  return (
    <Button icon={<RefreshCw aria-hidden />} isPending={reading.isPending} onPress={() => reading.mutate()}>
      Read now
    </Button>
  );
}
