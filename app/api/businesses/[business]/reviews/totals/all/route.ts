import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';
import { calculateCaseTotals } from '#lib/reviews/index.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';

export const maxDuration = 300;

/** Streams JSON lines: the progress of the calculation, then the exact totals. */
export const GET = runRoute('review.work', async ({ context, scope, request }) =>
  createJsonLinesResponse(
    calculateCaseTotals(context, scope.businessId, readRequestQuery(queueList, request, true)),
  ),
);
