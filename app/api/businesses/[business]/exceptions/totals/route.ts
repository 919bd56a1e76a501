import { runRoute } from '#lib/access/index.ts';
import { readExceptionTotals } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  readExceptionTotals(
    context,
    scope.businessId,
    readRequestQuery(exceptionList, request, scope.may('risk.read')),
  ),
);
