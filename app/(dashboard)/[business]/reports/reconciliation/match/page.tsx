import type { Metadata } from 'next';
import { MatchPage } from '#components/reconciliation/match-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { readCandidates } from '#lib/reconciliation/index.ts';
import { parseReconciliationQuery } from '#lib/reconciliation/schema.ts';

export const metadata: Metadata = { title: tReconciliation('hand.title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'period.close');
  const query = parseReconciliationQuery(await searchParams);
  const view = await readCandidates(context, scope.businessId, query);
  return <MatchPage key={`${view.currency} ${view.period.text}`} businessId={scope.businessId} view={view} />;
}
