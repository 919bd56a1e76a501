import { runRoute } from '#lib/access/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { csvResponse, exportList } from '#lib/exports/index.ts';
import { columnsOfRequest, listQueryOf } from '#lib/values/query-of-request.ts';

export const maxDuration = 300;

export const GET = runRoute('export', async ({ context, scope, request }) =>
  csvResponse(
    await exportList(
      context,
      scope.businessId,
      'exceptions',
      listQueryOf(exceptionList, request, scope.may('risk.read')),
      columnsOfRequest(request),
    ),
  ),
);
