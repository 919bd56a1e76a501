import type { Metadata } from 'next';
import { ConnectionPage } from '#components/connection/connection-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { connectionView } from '#lib/connection/index.ts';

export const metadata: Metadata = { title: 'Connection' };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  return (
    <ConnectionPage
      businessId={scope.businessId}
      initial={await connectionView(context, scope.businessId)}
      mayAcknowledge={scope.may('alarm.acknowledge')}
      mayManage={scope.may('connection.manage')}
    />
  );
}
