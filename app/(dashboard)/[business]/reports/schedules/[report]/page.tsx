import type { Metadata } from 'next';
import { OpenedRunPage } from '#components/schedules/opened-run-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tSchedules } from '#lib/messages/schedules.ts';
import { openRun } from '#lib/schedules/index.ts';
import { viewOrNotFound } from '../../../view-or-not-found.ts';

export const metadata: Metadata = { title: tSchedules('opened.title') };

type PageInput = { params: Promise<{ business: string; report: string }> };

export default async function Page({ params }: PageInput) {
  const { business, report } = await params;
  const { context, scope } = await requirePageAccess(business, 'statement.read');
  const run = await viewOrNotFound(openRun(context, scope.businessId, report));
  return <OpenedRunPage businessId={scope.businessId} run={run} />;
}
