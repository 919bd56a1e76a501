'use client';

import { useNow } from '#components/ui/locale-context.ts';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { toDuplicateFields } from '#lib/payments/create/model/duplicate.ts';
import { calculateExpiry } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { CheckoutSharing } from './checkout-sharing.tsx';
import { ShareFiles } from './share-files.tsx';
import { withRemainingTime } from './sharing-texts.ts';

/** The texts, files and embed code of a recorded payment. */
export function SharedPayment({
  businessId,
  payment,
  link,
  messages,
}: {
  businessId: string;
  payment: PaymentDetail;
  link: string;
  messages: CustomerMessagesView;
}) {
  const terms = new Map(toDuplicateFields(payment).map(({ field, value }) => [field, value]));
  if (payment.clientPaymentId !== null) terms.set('clientPaymentId', payment.clientPaymentId);
  const remaining = withRemainingTime(terms, calculateExpiry(payment), useNow());
  return (
    <>
      <CheckoutSharing
        businessId={businessId}
        link={link}
        messages={messages}
        terms={remaining}
        kinds={['request', 'reminder']}
      />
      <ShareFiles link={link} name={terms.get('clientPaymentId') ?? ''} />
    </>
  );
}
