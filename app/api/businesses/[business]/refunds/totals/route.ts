import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { readRefundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  readRefundTotals(context, scope.businessId, readRequestQuery(refundList, request, scope.may('risk.read'))),
);
