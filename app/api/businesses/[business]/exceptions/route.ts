import { runRoute } from '#lib/access/index.ts';
import { listExceptions } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  listExceptions(context, scope.businessId, listQueryOf(exceptionList, request, scope.may('risk.read'))),
);
