'use client';

import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { toDuplicateFields } from '#lib/payments/create/model/duplicate.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { Sharing } from './sharing.tsx';

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
  return <Sharing {...{ businessId, link, terms, messages }} kinds={['request', 'reminder']} />;
}
