'use client';

import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { requestJson } from '#components/query/request-json.ts';
import type { PaymentPageView } from '#lib/reports/schema-pages.ts';

export const paymentKey = (businessId: string, paymentId: string) =>
  ['b', businessId, 'payments', 'one', paymentId] as const;

/** The payment as the server first read it, kept fresh by what is announced. */
export function usePayment(businessId: string, paymentId: string, initial: PaymentPageView, at: number) {
  return useQuery({
    queryKey: paymentKey(businessId, paymentId),
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/payments/${paymentId}`, z.custom<PaymentPageView>(), signal),
    initialData: initial,
    initialDataUpdatedAt: at,
  });
}
