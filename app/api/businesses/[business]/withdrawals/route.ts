import { runRoute } from '#lib/access/index.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  listWithdrawals(context, scope.businessId, listQueryOf(withdrawalList, request, scope.may('risk.read'))),
);
