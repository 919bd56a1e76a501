import type { Metadata } from 'next';
import { ReprocessPage } from '#components/callbacks/reprocess-page.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { reprocessingsKey } from '#components/query/query-keys.ts';
import { requirePageAccess } from '#lib/access/index.ts';
import { listReprocessings } from '#lib/callbacks/index.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';

export const metadata: Metadata = { title: tReprocess('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'callbacks.manage');
  const { businessId } = scope;
  const message = [(await searchParams)['message']].flat()[0] ?? null;
  const data = await listReprocessings(context, businessId);
  return (
    <QueryHydration queries={[{ queryKey: reprocessingsKey(businessId), data, at: context.clock.now() }]}>
      <ReprocessPage businessId={businessId} message={message} />
    </QueryHydration>
  );
}
