import { runRoute } from '#lib/access/index.ts';
import { listCases } from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/schema-queue.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('review.work', ({ context, scope, request }) =>
  listCases(context, scope.businessId, listQueryOf(queueList, request, true)),
);
