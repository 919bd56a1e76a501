import type { Metadata } from 'next';
import { EventsPage } from '#components/events/events-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readEvents } from '#lib/events/index.ts';
import { tEvents } from '#lib/messages/events.ts';

export const metadata: Metadata = { title: tEvents('title') };

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ business: string }>;
  searchParams: Promise<{ endpoint?: string | string[] }>;
}) {
  const { context, scope } = await requirePageAccess((await params).business, 'connection.manage');
  const { endpoint } = await searchParams;
  const view = await readEvents(context, scope.businessId, typeof endpoint === 'string' ? endpoint : null);
  return <EventsPage businessId={scope.businessId} view={view} />;
}
