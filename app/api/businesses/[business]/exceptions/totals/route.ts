import { runRoute } from '#lib/access/index.ts';
import { exceptionTotals } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  exceptionTotals(context, scope.businessId, listQueryOf(exceptionList, request, scope.may('risk.read'))),
);
