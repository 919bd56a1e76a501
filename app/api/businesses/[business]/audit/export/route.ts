import { runRoute } from '#lib/access/index.ts';
import { auditQuery } from '#lib/audit/schema.ts';
import { csvResponse, exportAudit } from '#lib/exports/index.ts';

export const maxDuration = 300;

export const GET = runRoute('audit.read', async ({ context, scope, request }) => {
  const query = auditQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return csvResponse(await exportAudit(context, scope.businessId, query));
});
