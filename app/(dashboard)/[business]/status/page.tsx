import type { Metadata } from 'next';
import { Suspense } from 'react';
import { StatusPage, StatusSkeleton } from '#components/operations/status-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readStatus } from '#lib/connection/index.ts';
import { tOperations } from '#lib/messages/operations.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';

export const metadata: Metadata = { title: tOperations('title') };

async function CheckedStatus({ context, businessId }: { context: Context<PersonActor>; businessId: string }) {
  return <StatusPage view={await readStatus(context, businessId)} />;
}

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'connection.manage');
  return (
    <Suspense fallback={<StatusSkeleton />}>
      <CheckedStatus context={context} businessId={scope.businessId} />
    </Suspense>
  );
}
