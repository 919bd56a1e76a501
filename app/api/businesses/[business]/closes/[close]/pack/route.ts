import { runRoute } from '#lib/access/index.ts';
import { createPackResponse } from '#lib/exports/index.ts';

export const GET = runRoute('statement.export', ({ context, scope, params }) =>
  createPackResponse(context, scope.businessId, params['close'] ?? ''),
);
