import { runRoute } from '#lib/access/index.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';
import { addUpPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { createJsonLinesResponse } from '#lib/platform/json-lines.ts';

export const maxDuration = 300;

/** JSON lines: how far the adding up is, and at its end the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  createJsonLinesResponse(
    addUpPayments(context, scope.businessId, readRequestQuery(paymentList, request, scope.may('risk.read'))),
  ),
);
