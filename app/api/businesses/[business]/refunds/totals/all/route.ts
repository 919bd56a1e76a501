import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';
import { calculateRefundTotals } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';

export const maxDuration = 300;

/** Streams JSON lines: the progress of the calculation, then the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  createJsonLinesResponse(
    calculateRefundTotals(
      context,
      scope.businessId,
      readRequestQuery(refundList, request, scope.may('risk.read')),
    ),
  ),
);
