import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { calculatePaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';

export const maxDuration = 300;

/** Streams JSON lines: the progress of the calculation, then the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  createJsonLinesResponse(
    calculatePaymentTotals(
      context,
      scope.businessId,
      readRequestQuery(paymentList, request, scope.may('risk.read')),
    ),
  ),
);
