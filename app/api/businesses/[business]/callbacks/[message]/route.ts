import { runRoute } from '#lib/access/index.ts';
import { readCallbackPage } from '#lib/callbacks/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  readCallbackPage(context, scope.businessId, params['message'] ?? ''),
);
