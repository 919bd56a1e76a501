import { runRoute } from '#lib/access/index.ts';
import { readRawBody } from '#lib/reports/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  readRawBody(context, scope.businessId, params['observation'] ?? ''),
);
