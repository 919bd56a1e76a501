import { runRoute } from '#lib/access/index.ts';
import { readAuditEntry } from '#lib/audit/index.ts';

export const GET = runRoute('audit.read', ({ context, scope, params }) =>
  readAuditEntry(context, scope.businessId, params['entry'] ?? ''),
);
