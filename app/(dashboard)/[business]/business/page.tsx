import type { Metadata } from 'next';
import { BusinessPage } from '#components/business/business-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { businessHistory, businessView } from '#lib/businesses/index.ts';

export const metadata: Metadata = { title: 'Business' };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  const [view, history] = await Promise.all([
    businessView(context, scope.businessId),
    businessHistory(context, scope.businessId),
  ]);
  return (
    <BusinessPage
      initial={{ view, history }}
      mayRefresh={scope.may('business.refresh')}
      maySetTimeZone={scope.may('connection.manage')}
    />
  );
}
