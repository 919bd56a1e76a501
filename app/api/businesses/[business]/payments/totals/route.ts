import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { readPaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  readPaymentTotals(
    context,
    scope.businessId,
    readRequestQuery(paymentList, request, scope.may('risk.read')),
  ),
);
