import type { Metadata } from 'next';
import { NotificationsPage } from '#components/notifications/notifications-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tNotifications } from '#lib/messages/notifications.ts';
import { listNotifications } from '#lib/notifications/index.ts';

export const metadata: Metadata = { title: tNotifications('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'account.use');
  return (
    <NotificationsPage
      businessId={scope.businessId}
      firstPage={await listNotifications(context, scope.businessId, null)}
      readAt={context.clock.now()}
    />
  );
}
