import { runRoute } from '#lib/access/index.ts';
import { readIntentView } from '#lib/payments/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  readIntentView(context, scope.businessId, params['intent'] ?? ''),
);
