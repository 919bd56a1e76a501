import { runRoute } from '#lib/access/index.ts';
import { refundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  refundTotals(context, scope.businessId, listQueryOf(refundList, request, scope.may('risk.read'))),
);
