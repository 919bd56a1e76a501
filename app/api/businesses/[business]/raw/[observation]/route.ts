import { runRoute } from '#lib/access/index.ts';
import { viewRaw } from '#lib/reports/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  viewRaw(context, scope.businessId, params['observation'] ?? ''),
);
