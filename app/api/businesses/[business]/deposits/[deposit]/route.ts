import { runRoute } from '#lib/access/index.ts';
import { readDeposit } from '#lib/deposits/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  readDeposit(context, scope.businessId, params['deposit'] ?? ''),
);
