import type { Metadata } from 'next';
import { ReprocessPage } from '#components/callbacks/reprocess-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { listReprocessings } from '#lib/callbacks/index.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';

export const metadata: Metadata = { title: tReprocess('title') };

type Given = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Given) {
  const { context, scope } = await pageAccess((await params).business, 'callbacks.manage');
  const { businessId } = scope;
  const message = [(await searchParams)['message']].flat()[0] ?? null;
  return (
    <ReprocessPage
      businessId={businessId}
      message={message}
      initial={await listReprocessings(context, businessId)}
      at={context.clock.now()}
    />
  );
}
