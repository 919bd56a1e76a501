import { runRoute } from '#lib/access/index.ts';
import { depositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  depositTotals(context, scope.businessId, listQueryOf(depositList, request, scope.may('risk.read'))),
);
