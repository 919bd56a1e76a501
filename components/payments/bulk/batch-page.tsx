'use client';

import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { TemplateView } from '#lib/payment-templates/schema.ts';
import { useBatch } from './batch-queries.ts';
import { BatchRows } from './batch-rows.tsx';
import { BatchRun } from './batch-run.tsx';
import { BatchStateBadge } from './batch-state.tsx';
import { BatchSummary } from './batch-summary.tsx';
import { ColumnForm } from './column-form.tsx';
import { DiscardBatch } from './discard-batch.tsx';

/** One batch: before its confirmation the columns, summary and rows, afterwards its progress and result. */
export function BatchPage({
  businessId,
  batchId,
  rowsPerSecond,
  templates,
}: {
  businessId: string;
  batchId: string;
  rowsPerSecond: number;
  templates: readonly TemplateView[];
}) {
  const batch = useBatch(businessId, batchId);
  const { state, confirmedAt, fileName } = batch;
  const isChecked = state === 'checked';
  return (
    <>
      <PageHeader
        title={ExternalText(fileName)}
        mark={<BatchStateBadge state={state} />}
        description={<ZoneNote />}
        back={{ href: `/${businessId}/payments/bulk`, label: tPaymentBatches('backToList') }}
      />
      <PageBody>
        {confirmedAt !== null && <BatchRun batch={batch} />}
        {confirmedAt === null && isChecked && <BatchSummary batch={batch} rowsPerSecond={rowsPerSecond} />}
        {(isChecked || confirmedAt !== null) && <BatchRows key={String(confirmedAt)} batch={batch} />}
        {confirmedAt === null && state !== 'uploading' && <ColumnForm batch={batch} templates={templates} />}
        {state === 'uploaded' && (
          <div>
            <DiscardBatch batch={batch} />
          </div>
        )}
      </PageBody>
    </>
  );
}
