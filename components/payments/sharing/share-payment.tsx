'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tPaymentSharing } from '#lib/messages/payment-sharing.ts';
import { findCheckoutObstacle, isCheckoutWithheld } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { findCheckoutLink } from '../checkout-link.ts';

const SharedPayment = lazy(() =>
  import('./shared-payment.tsx').then((file) => ({ default: file.SharedPayment })),
);

/** Opens the texts, files and embed code with which a person shares a payment. Hidden while it should not be paid. */
export function SharePayment({
  businessId,
  payment,
  messages,
}: {
  businessId: string;
  payment: PaymentDetail;
  messages: CustomerMessagesView;
}) {
  const [isOpen, setOpen] = useState(false);
  const link = findCheckoutLink(payment);
  const obstacle = findCheckoutObstacle(payment, useNow());
  if (link === null || isCheckoutWithheld(obstacle)) return null;
  if (!isOpen)
    return (
      <Section title={tPaymentSharing('title')}>
        <Button onPress={() => setOpen(true)}>{tPaymentSharing('open')}</Button>
      </Section>
    );
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <SharedPayment {...{ businessId, payment, link, messages }} />
    </Suspense>
  );
}
