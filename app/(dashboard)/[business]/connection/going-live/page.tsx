import type { Metadata } from 'next';
import { GoingLivePage } from '#components/connection/going-live-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readGoingLive } from '#lib/connection/index.ts';
import { tGoingLive } from '#lib/messages/connection.ts';

export const metadata: Metadata = { title: tGoingLive('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'connection.manage');
  return (
    <GoingLivePage businessId={scope.businessId} view={await readGoingLive(context, scope.businessId)} />
  );
}
