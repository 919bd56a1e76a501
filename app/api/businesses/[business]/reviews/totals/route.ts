import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { readCaseTotals } from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';

export const GET = runRoute('review.work', ({ context, scope, request }) =>
  readCaseTotals(context, scope.businessId, readRequestQuery(queueList, request, true)),
);
