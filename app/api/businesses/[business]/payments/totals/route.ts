import { runRoute } from '#lib/access/index.ts';
import { paymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema-list.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  paymentTotals(context, scope.businessId, listQueryOf(paymentList, request, scope.may('risk.read'))),
);
