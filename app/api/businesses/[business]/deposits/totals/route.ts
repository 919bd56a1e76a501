import { runRoute } from '#lib/access/index.ts';
import { readDepositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  readDepositTotals(
    context,
    scope.businessId,
    readRequestQuery(depositList, request, scope.may('risk.read')),
  ),
);
