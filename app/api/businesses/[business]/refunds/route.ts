import { runRoute } from '#lib/access/index.ts';
import { listRefunds } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  listRefunds(context, scope.businessId, listQueryOf(refundList, request, scope.may('risk.read'))),
);
