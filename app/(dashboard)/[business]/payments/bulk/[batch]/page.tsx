import type { Metadata } from 'next';
import { cache } from 'react';
import { BatchPage } from '#components/payments/bulk/batch-page.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { batchKeys } from '#components/query/query-keys.ts';
import { requirePageAccess } from '#lib/access/index.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { readBatch } from '#lib/payment-batches/index.ts';
import { listTemplates } from '#lib/payment-templates/index.ts';
import { serviceSettings } from '#lib/service/index.ts';
import { createRecordMetadata } from '../../../record-metadata.ts';
import { viewOrNotFound } from '../../../view-or-not-found.ts';

/** Seconds. The action that checks a large file runs on this page. */
export const maxDuration = 300;

type PageInput = { params: Promise<{ business: string; batch: string }> };

/** One read for the page and its title. */
const readView = cache(async (business: string, batch: string) => {
  const { context, scope } = await requirePageAccess(business, 'payment.create');
  const [view, { templates }] = await Promise.all([
    viewOrNotFound(readBatch(context, scope.businessId, batch)),
    listTemplates(context, scope.businessId),
  ]);
  return { view, templates, at: context.clock.now() };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const { business, batch } = await params;
  return createRecordMetadata(
    tPaymentBatches('title'),
    readView(business, batch),
    ({ view }) => view.fileName,
  );
}

export default async function Page({ params }: PageInput) {
  const { business, batch } = await params;
  const { view, templates, at } = await readView(business, batch);
  const { businessId, batchId } = view;
  return (
    <QueryHydration queries={[{ queryKey: batchKeys.one(businessId, batchId), data: view, at }]}>
      <BatchPage
        businessId={businessId}
        batchId={batchId}
        rowsPerSecond={serviceSettings().createsPerSecond}
        templates={templates}
      />
    </QueryHydration>
  );
}
