import { runRoute } from '#lib/access/index.ts';
import { readPaymentPage } from '#lib/reports/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  readPaymentPage(context, scope.businessId, params['payment'] ?? ''),
);
