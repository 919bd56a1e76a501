import type { Metadata } from 'next';
import { MinimumsPage } from '#components/minimums/minimums-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { tShell } from '#lib/messages/shell.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';

export const metadata: Metadata = { title: tShell('page.minimums') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  return (
    <MinimumsPage
      businessId={scope.businessId}
      initial={await readMinimumsView(context, scope.businessId)}
      mayRefresh={scope.may('business.refresh')}
      mayExport={scope.may('export')}
    />
  );
}
