import { runRoute } from '#lib/access/index.ts';
import { readDepositPage } from '#lib/reports/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  readDepositPage(context, scope.businessId, params['deposit'] ?? ''),
);
