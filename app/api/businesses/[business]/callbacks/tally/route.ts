import { runRoute } from '#lib/access/index.ts';
import { tallyCallbacks } from '#lib/callbacks/index.ts';
import { callbackList } from '#lib/callbacks/schema-list.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  tallyCallbacks(context, scope.businessId, listQueryOf(callbackList, request, scope.may('risk.read'))),
);
