import { runRoute } from '#lib/access/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { csvResponse, exportAudit } from '#lib/exports/index.ts';
import { columnsOfRequest, listQueryOf } from '#lib/values/query-of-request.ts';

export const maxDuration = 300;

export const GET = runRoute('audit.read', async ({ context, scope, request }) =>
  csvResponse(
    await exportAudit(context, scope.businessId, listQueryOf(auditList, request), columnsOfRequest(request)),
  ),
);
