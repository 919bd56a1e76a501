import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';
import { calculateWithdrawalTotals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

export const maxDuration = 300;

/** Streams JSON lines: the progress of the calculation, then the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  createJsonLinesResponse(
    calculateWithdrawalTotals(
      context,
      scope.businessId,
      readRequestQuery(withdrawalList, request, scope.may('risk.read')),
    ),
  ),
);
