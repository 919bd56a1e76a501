import type { Metadata } from 'next';
import { ReconciliationPage } from '#components/reconciliation/reconciliation-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { readReconciliation } from '#lib/reconciliation/index.ts';
import { parseReconciliationQuery } from '#lib/reconciliation/schema.ts';

export const metadata: Metadata = { title: tReconciliation('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const query = parseReconciliationQuery(await searchParams);
  const view = await readReconciliation(context, scope.businessId, query);
  return <ReconciliationPage businessId={scope.businessId} view={view} />;
}
