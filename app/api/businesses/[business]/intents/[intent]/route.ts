import { runRoute } from '#lib/access/index.ts';
import { intentView } from '#lib/payments/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  intentView(context, scope.businessId, params['intent'] ?? ''),
);
