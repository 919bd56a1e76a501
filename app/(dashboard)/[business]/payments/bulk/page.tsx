import type { Metadata } from 'next';
import { BulkPage } from '#components/payments/bulk/bulk-page.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { batchKeys } from '#components/query/query-keys.ts';
import { requirePageAccess } from '#lib/access/index.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { listBatches } from '#lib/payment-batches/index.ts';

/** Seconds. The action that checks a large file runs on this page. */
export const maxDuration = 300;

export const metadata: Metadata = { title: tPaymentBatches('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'payment.create');
  const { businessId } = scope;
  const data = await listBatches(context, businessId);
  return (
    <QueryHydration queries={[{ queryKey: batchKeys.list(businessId, ''), data, at: context.clock.now() }]}>
      <BulkPage businessId={businessId} />
    </QueryHydration>
  );
}
