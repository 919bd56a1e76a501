import { runRoute } from '#lib/access/index.ts';
import { readWithdrawalPage } from '#lib/reports/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  readWithdrawalPage(context, scope.businessId, params['withdrawal'] ?? ''),
);
