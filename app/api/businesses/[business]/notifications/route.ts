import { runRoute } from '#lib/access/index.ts';
import { listNotifications } from '#lib/notifications/index.ts';

export const GET = runRoute('account.use', ({ context, scope, request }) =>
  listNotifications(context, scope.businessId, new URL(request.url).searchParams.get('after')),
);
