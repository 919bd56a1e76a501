import { runRoute } from '#lib/access/index.ts';
import { listCallbacks } from '#lib/callbacks/index.ts';
import { callbackList } from '#lib/callbacks/schema/list.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  listCallbacks(context, scope.businessId, readRequestQuery(callbackList, request, scope.may('risk.read'))),
);
