import type { Metadata } from 'next';
import { ApprovalsPage } from '#components/approvals/approvals-page.tsx';
import { hashView } from '#components/query/hash-view.ts';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { approvalsKey } from '#components/query/query-keys.ts';
import { requirePageAccess } from '#lib/access/index.ts';
import { tApprovalsPage } from '#lib/messages/approvals.ts';
import { readApprovalsPage } from '#lib/reports/index.ts';

export const metadata: Metadata = { title: tApprovalsPage('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'proposal.read');
  const { businessId } = scope;
  const view = await readApprovalsPage(context, businessId);
  const hash = hashView(view);
  return (
    <QueryHydration queries={[{ queryKey: approvalsKey(businessId), data: hash, at: context.clock.now() }]}>
      <ApprovalsPage businessId={businessId} view={view} hash={hash} />
    </QueryHydration>
  );
}
