import { runRoute } from '#lib/access/index.ts';
import { parseRequestQuery } from '#lib/lists/model/request-query.ts';
import { listSelectedCases } from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';

export const GET = runRoute('review.work', ({ context, scope, request }) =>
  listSelectedCases(context, scope.businessId, parseRequestQuery(queueList, request, true)),
);
