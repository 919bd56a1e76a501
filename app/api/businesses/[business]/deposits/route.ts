import { runRoute } from '#lib/access/index.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  listDeposits(context, scope.businessId, listQueryOf(depositList, request, scope.may('risk.read'))),
);
