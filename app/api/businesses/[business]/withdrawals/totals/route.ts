import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { readWithdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  readWithdrawalTotals(
    context,
    scope.businessId,
    readRequestQuery(withdrawalList, request, scope.may('risk.read')),
  ),
);
