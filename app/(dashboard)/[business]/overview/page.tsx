import type { Metadata } from 'next';
import { OverviewPage } from '#components/overview/overview-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { listPayments } from '#lib/payments/index.ts';
import { readOverview } from '#lib/reports/index.ts';
import { wholeList } from '#lib/values/list-query.ts';

export const metadata: Metadata = { title: 'Overview' };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  const { businessId } = scope;
  const [view, recent] = await Promise.all([
    readOverview(context, businessId),
    listPayments(context, businessId, wholeList),
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
