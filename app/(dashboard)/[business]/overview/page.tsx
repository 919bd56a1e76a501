import type { Metadata } from 'next';
import { OverviewPage } from '#components/overview/overview-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { listPayments } from '#lib/payments/index.ts';
import { readOverview } from '#lib/reports/index.ts';

export const metadata: Metadata = { title: 'Overview' };

const all = { q: null, choices: {}, days: {}, sort: 'newest', after: null, before: null } as const;

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  const { businessId } = scope;
  const [view, recent] = await Promise.all([
    readOverview(context, businessId),
    listPayments(context, businessId, all),
  ]);
  return (
    <OverviewPage
      businessId={businessId}
      initial={view}
      recent={recent}
      at={context.clock.now()}
      mayCreate={scope.may('payment.create')}
    />
  );
}
