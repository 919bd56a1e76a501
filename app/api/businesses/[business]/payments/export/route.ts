import { runRoute } from '#lib/access/index.ts';
import { csvResponse, exportList } from '#lib/exports/index.ts';
import { paymentList } from '#lib/payments/schema-list.ts';
import { columnsOfRequest, listQueryOf } from '#lib/values/query-of-request.ts';

export const maxDuration = 300;

export const GET = runRoute('export', async ({ context, scope, request }) =>
  csvResponse(
    await exportList(
      context,
      scope.businessId,
      'payments',
      listQueryOf(paymentList, request, scope.may('risk.read')),
      columnsOfRequest(request),
    ),
  ),
);
