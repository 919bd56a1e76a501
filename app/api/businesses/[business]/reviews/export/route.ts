import { runRoute } from '#lib/access/index.ts';
import { csvResponse, exportQueue } from '#lib/exports/index.ts';
import { queueList } from '#lib/reviews/schema-queue.ts';
import { columnsOfRequest, listQueryOf } from '#lib/values/query-of-request.ts';

export const maxDuration = 300;

export const GET = runRoute('review.work', async ({ context, scope, request }) =>
  csvResponse(
    await exportQueue(
      context,
      scope.businessId,
      listQueryOf(queueList, request, true),
      columnsOfRequest(request),
    ),
  ),
);
