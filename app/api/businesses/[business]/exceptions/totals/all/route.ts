import { runRoute } from '#lib/access/index.ts';
import { calculateExceptionTotals } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';

export const maxDuration = 300;

/** Streams JSON lines: the progress of the calculation, then the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  createJsonLinesResponse(
    calculateExceptionTotals(
      context,
      scope.businessId,
      readRequestQuery(exceptionList, request, scope.may('risk.read')),
    ),
  ),
);
