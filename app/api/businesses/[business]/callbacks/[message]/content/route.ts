import { runRoute } from '#lib/access/index.ts';
import { viewCallbackContent } from '#lib/callbacks/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  viewCallbackContent(context, scope.businessId, params['message'] ?? ''),
);
