import { runRoute } from '#lib/access/index.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';
import { withdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  withdrawalTotals(context, scope.businessId, listQueryOf(withdrawalList, request, scope.may('risk.read'))),
);
