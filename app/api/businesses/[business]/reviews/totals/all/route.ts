import { runRoute } from '#lib/access/index.ts';
import { jsonLines } from '#lib/platform/json-lines.ts';
import { addUpCases } from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/schema-queue.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const maxDuration = 300;

/** JSON lines: how far the adding up is, and at its end the exact totals. */
export const GET = runRoute('review.work', async ({ context, scope, request }) =>
  jsonLines(addUpCases(context, scope.businessId, listQueryOf(queueList, request, true))),
);
