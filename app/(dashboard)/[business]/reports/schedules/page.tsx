import type { Metadata } from 'next';
import { SchedulesPage } from '#components/schedules/schedules-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tSchedules } from '#lib/messages/schedules.ts';
import { readSchedules } from '#lib/schedules/index.ts';

export const metadata: Metadata = { title: tSchedules('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'statement.read');
  const view = await readSchedules(context, scope.businessId);
  return <SchedulesPage businessId={scope.businessId} view={view} />;
}
