'use client';

import { useQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { PaymentPageView } from '#lib/reports/schema/pages.ts';

const shape = checkFields<PaymentPageView>(withFields('payment', 'deposits', 'timeline'));

export const paymentKey = (businessId: string, paymentId: string) =>
  ['b', businessId, 'payments', 'one', paymentId] as const;

/** Returns the payment that the server rendered and refreshes it on live events. */
export function usePayment(businessId: string, paymentId: string, initial: PaymentPageView, at: number) {
  return useQuery({
    queryKey: paymentKey(businessId, paymentId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'payments', paymentId), shape, signal),
    initialData: initial,
    initialDataUpdatedAt: at,
  });
}
