import type { Metadata } from 'next';
import { AccountingPage } from '#components/accounting/accounting-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readAccounting } from '#lib/accounting/index.ts';
import { tAccounting } from '#lib/messages/accounting.ts';

export const metadata: Metadata = { title: tAccounting('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const view = await readAccounting(context, scope.businessId);
  return <AccountingPage businessId={scope.businessId} view={view} />;
}
