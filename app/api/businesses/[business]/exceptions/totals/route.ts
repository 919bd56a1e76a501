import { runRoute } from '#lib/access/index.ts';
import { exceptionTotals } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  exceptionTotals(
    context,
    scope.businessId,
    readRequestQuery(exceptionList, request, scope.may('risk.read')),
  ),
);
