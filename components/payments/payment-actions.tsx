'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, FileDown, RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { startDownload } from '#components/list/exports/start-download.ts';
import { callAction } from '#components/query/call-action.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tPaymentActions } from '#lib/messages/payment-actions.ts';
import { readPaymentNowAction } from '#lib/payments/sync/actions.ts';

/** Reads the payment from the service now instead of at its next scheduled read. */
function ReadNowButton({ businessId, paymentId }: { businessId: string; paymentId: string }) {
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

/** The actions of a payment's page that the person may take. */
export function PaymentActions({
  businessId,
  paymentId,
  mayExport,
  mayCreate,
  mayReadNow,
}: {
  businessId: string;
  paymentId: string;
  mayExport: boolean;
  mayCreate: boolean;
  mayReadNow: boolean;
}) {
  const router = useRouter();
  return (
    <>
      {mayExport && (
        <Button
          icon={<FileDown aria-hidden />}
          onPress={() => startDownload(`/api/businesses/${businessId}/payments/${paymentId}/pdf`)}
        >
          {tPaymentActions('pdf')}
        </Button>
      )}
      {mayCreate && (
        <Button
          icon={<Copy aria-hidden />}
          onPress={() => router.push(`/${businessId}/payments/new?like=${paymentId}`)}
        >
          {tPaymentActions('duplicate')}
        </Button>
      )}
      {mayReadNow && <ReadNowButton businessId={businessId} paymentId={paymentId} />}
    </>
  );
}
