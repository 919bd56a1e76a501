import { runRoute } from '#lib/access/index.ts';
import { addUpPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema-list.ts';
import { jsonLines } from '#lib/platform/json-lines.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const maxDuration = 300;

/** JSON lines: how far the adding up is, and at its end the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  jsonLines(
    addUpPayments(context, scope.businessId, listQueryOf(paymentList, request, scope.may('risk.read'))),
  ),
);
