import { runRoute } from '#lib/access/index.ts';
import { listAudit } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('audit.read', ({ context, scope, request }) =>
  listAudit(context, scope.businessId, listQueryOf(auditList, request)),
);
