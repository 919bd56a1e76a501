import { runRoute } from '#lib/access/index.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';
import { countWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  countWithdrawals(context, scope.businessId, listQueryOf(withdrawalList, request, scope.may('risk.read'))),
);
