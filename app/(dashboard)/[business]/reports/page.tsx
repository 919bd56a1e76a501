import type { Metadata } from 'next';
import { ReportsPage } from '#components/statements/reports-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tStatements } from '#lib/messages/statements.ts';
import { listClosedPeriods } from '#lib/statements/index.ts';

export const metadata: Metadata = { title: tStatements('reports') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'statement.read');
  const closes = await listClosedPeriods(context, scope.businessId);
  return (
    <ReportsPage
      businessId={scope.businessId}
      closes={closes}
      mayRead={scope.may('read')}
      hasOtherBusinesses={context.actor.roles.size > 1}
    />
  );
}
