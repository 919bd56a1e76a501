import { runRoute } from '#lib/access/index.ts';
import { calculateDepositTotals } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';

export const maxDuration = 300;

/** Streams JSON lines: the progress of the calculation, then the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  createJsonLinesResponse(
    calculateDepositTotals(
      context,
      scope.businessId,
      readRequestQuery(depositList, request, scope.may('risk.read')),
    ),
  ),
);
