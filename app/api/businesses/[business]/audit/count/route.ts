import { runRoute } from '#lib/access/index.ts';
import { countAudit } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { readRequestQuery } from '#lib/lists/model/request-query.ts';

export const GET = runRoute('audit.read', ({ context, scope, request }) =>
  countAudit(context, scope.businessId, readRequestQuery(auditList, request)),
);
