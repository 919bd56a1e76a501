import { runRoute } from '#lib/access/index.ts';
import { viewRefusal } from '#lib/callbacks/index.ts';

export const GET = runRoute('read', ({ context, scope, params }) =>
  viewRefusal(context, scope.businessId, params['refusal'] ?? ''),
);
