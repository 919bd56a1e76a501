import { runRoute } from '#lib/access/index.ts';
import { countCallbacksByVerdict } from '#lib/callbacks/index.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { parseRequestQuery } from '#lib/lists/model/request-query.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  countCallbacksByVerdict(
    context,
    scope.businessId,
    parseRequestQuery(callbackList, request, scope.may('risk.read')),
  ),
);
