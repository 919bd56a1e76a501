import { runRoute } from '#lib/access/index.ts';
import { countAudit } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';

export const GET = runRoute('audit.read', ({ context, scope, request }) =>
  countAudit(context, scope.businessId, listQueryOf(auditList, request)),
);
