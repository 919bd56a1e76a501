import type { Metadata } from 'next';
import { RefusedPage } from '#components/callbacks/refused-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { listRefusals } from '#lib/callbacks/index.ts';
import { parseDayCount } from '#lib/callbacks/model/attention-days.ts';
import { tRefusedCallbacks } from '#lib/messages/callbacks.ts';

export const metadata: Metadata = { title: tRefusedCallbacks('title') };

type PageInput = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: PageInput) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const address = await searchParams;
  const before = [address['before']].flat()[0] ?? null;
  const view = await listRefusals(
    context,
    scope.businessId,
    before,
    parseDayCount([address['days']].flat()[0]),
  );
  return (
    <RefusedPage
      businessId={scope.businessId}
      view={view}
      mayRead={scope.may('risk.read')}
      mayAcknowledge={scope.may('alarm.acknowledge')}
    />
  );
}
