import { runRoute } from '#lib/access/index.ts';
import { countUnreadNotifications } from '#lib/notifications/index.ts';

export const GET = runRoute('account.use', ({ context, scope }) =>
  countUnreadNotifications(context, scope.businessId),
);
