'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tPaymentSharing } from '#lib/messages/payment-actions.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

const SharedPayment = lazy(() =>
  import('./shared-payment.tsx').then((file) => ({ default: file.SharedPayment })),
);

/** Opens the texts, files and embed code with which a person shares a payment. */
export function SharePayment({
  businessId,
  payment,
  link,
  messages,
}: {
  businessId: string;
  payment: PaymentDetail;
  /** The checkout link. */
  link: string;
  messages: CustomerMessagesView;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button onPress={() => setOpen(true)}>{tPaymentSharing('open')}</Button>
      </div>
    );
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <SharedPayment businessId={businessId} payment={payment} link={link} messages={messages} />
    </Suspense>
  );
}
