import { queryOptions } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { PaymentPageView } from '#lib/reports/schema/pages.ts';

const shape = checkFields<PaymentPageView>(withFields('payment', 'deposits', 'related', 'timeline'));

/** Describes the query of one payment. */
export const paymentQuery = (businessId: string, paymentId: string) =>
  queryOptions({
    queryKey: recordKey(businessId, 'payments', paymentId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'payments', paymentId), shape, signal),
  });
