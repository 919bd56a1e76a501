import { runRoute } from '#lib/access/index.ts';
import { csvResponse, exportList } from '#lib/exports/index.ts';
import { columnsOfRequest, listQueryOf } from '#lib/values/query-of-request.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

export const maxDuration = 300;

export const GET = runRoute('export', async ({ context, scope, request }) =>
  csvResponse(
    await exportList(
      context,
      scope.businessId,
      'withdrawals',
      listQueryOf(withdrawalList, request, scope.may('risk.read')),
      columnsOfRequest(request),
    ),
  ),
);
