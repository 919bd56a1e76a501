'use client';

import { Copy, FileDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { startDownload } from '#components/list/exports/start-download.ts';
import { Button } from '#components/ui/button.tsx';
import { tPaymentActions } from '#lib/messages/payment-actions.ts';
import { ReadNowButton } from './read-now-button.tsx';

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
