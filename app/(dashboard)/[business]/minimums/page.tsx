import type { Metadata } from 'next';
import { MinimumsPage } from '#components/minimums/minimums-page.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { minimumsKey } from '#components/query/query-keys.ts';
import { requirePageAccess } from '#lib/access/index.ts';
import { tShellPages } from '#lib/messages/search.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';

export const metadata: Metadata = { title: tShellPages('page.minimums') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const query = {
    queryKey: minimumsKey(scope.businessId),
    data: await readMinimumsView(context, scope.businessId),
    at: context.clock.now(),
  };
  return (
    <QueryHydration queries={[query]}>
      <MinimumsPage
        businessId={scope.businessId}
        mayRefresh={scope.may('business.refresh')}
        mayExport={scope.may('export')}
      />
    </QueryHydration>
  );
}
