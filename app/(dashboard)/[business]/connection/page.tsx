import type { Metadata } from 'next';
import { ConnectionPage } from '#components/connection/connection-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readConnection } from '#lib/connection/index.ts';
import { tShellPages } from '#lib/messages/search.ts';

export const metadata: Metadata = { title: tShellPages('page.connection') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  return (
    <ConnectionPage
      businessId={scope.businessId}
      initial={await readConnection(context, scope.businessId)}
      mayAcknowledge={scope.may('alarm.acknowledge')}
      mayManage={scope.may('connection.manage')}
    />
  );
}
