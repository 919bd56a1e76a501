'use client';

import { Download } from 'lucide-react';
import { ApprovalBlocksNote } from '#components/approvals/approval-blocks-note.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tBatchProblems, tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { confirmBatchAction } from '#lib/payment-batches/actions.ts';
import { estimateRunSeconds, firstPace } from '#lib/payment-batches/model/pace.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { BatchDefaults, BatchTerms } from './batch-terms.tsx';
import { DiscardBatch } from './discard-batch.tsx';
import { formatRunTime } from './format-run-time.ts';
import { formatSums } from './format-sums.ts';

/** The payments that will be created, and their confirmation. */
export function BatchSummary({ batch, rowsPerSecond }: { batch: BatchView; rowsPerSecond: number }) {
  const { businessId, batchId, revision, rowCount, rowsWithErrors, rowsWithWarnings } = batch;
  const { sums, terms, aboveLimit, sameFile } = batch;
  const isBarred = aboveLimit.count > 0 && aboveLimit.isBarred;
  const { locale } = useLocaleSettings();
  const { act } = useAction({ businessId, kind: 'batches' });
  const count = rowCount - rowsWithErrors;
  return (
    <Section title={tPaymentBatches('summary.title')}>
      <div className="flex flex-col gap-4 py-1 text-sm">
        {sameFile !== null && (
          <Banner tone="attention" title={tPaymentBatches('summary.sameFile')}>
            {tPaymentBatches.rich('summary.sameFileText', {
              time: () => <DateTime at={toUnixSeconds(sameFile.confirmedAt)} />,
              link: (text) => (
                <TextLink href={`/${businessId}/payments/bulk/${sameFile.batchId}`}>{text}</TextLink>
              ),
            })}
          </Banner>
        )}
        {aboveLimit.count > 0 && (
          <Banner
            tone="attention"
            title={
              isBarred
                ? tBatchProblems('verbs.aboveLimit', { count: aboveLimit.count })
                : tPaymentBatches('summary.aboveLimit', { count: aboveLimit.count })
            }
          />
        )}
        {aboveLimit.count > 0 && <ApprovalBlocksNote blocks={aboveLimit.blocks} />}
        <ul className="flex flex-col gap-1">
          <li className="font-medium text-base">{tPaymentBatches('summary.count', { count })}</li>
          {rowsWithErrors > 0 && (
            <li className="text-bad">{tPaymentBatches('summary.leftOut', { count: rowsWithErrors })}</li>
          )}
          {rowsWithWarnings > 0 && (
            <li className="text-attention">
              {tPaymentBatches('summary.warnings', { count: rowsWithWarnings })}
            </li>
          )}
        </ul>
        {sums.length > 0 && <SumTable batch={batch} />}
        {terms.length > 0 && (
          <section aria-label={tPaymentBatches('terms.title')} className="max-w-form">
            <BatchTerms terms={terms} />
          </section>
        )}
        <BatchDefaults defaults={batch.defaults} />
        <p className="max-w-prose text-muted">
          {tPaymentBatches('summary.sent', {
            first: Math.min(firstPace, rowsPerSecond),
            rate: tPaymentBatches('summary.rate', { count: rowsPerSecond }),
            duration: formatRunTime(Math.ceil(estimateRunSeconds(count, rowsPerSecond))),
          })}
        </p>
        <div className="flex flex-wrap gap-2">
          {count > 0 && revision !== null && !isBarred && (
            <ConfirmDialog
              trigger={<Button variant="primary">{tPaymentBatches('summary.create')}</Button>}
              title={tPaymentBatches('summary.question', { count })}
              confirmLabel={tPaymentBatches('summary.create')}
              onConfirm={async () =>
                (await act(() => confirmBatchAction({ businessId, batchId, revision }), {
                  failed: tPaymentBatches('summary.failed'),
                })) !== null
              }
            >
              {tPaymentBatches('summary.questionText', {
                sums: formatSums(sums, locale),
              })}
            </ConfirmDialog>
          )}
          {rowsWithErrors > 0 && (
            <a
              href={`/api/businesses/${businessId}/batches/${batchId}/faulty/export`}
              download
              className={buttonStyle('secondary', 'md')}
            >
              <Download aria-hidden />
              {tPaymentBatches('summary.downloadFaulty')}
            </a>
          )}
          <DiscardBatch batch={batch} />
        </div>
      </div>
    </Section>
  );
}

/** The sums of the rows that will be sent, for each currency. There is no total across currencies. */
function SumTable({ batch: { sums } }: { batch: BatchView }) {
  return (
    <DataTable
      label={tPaymentBatches('summary.sums')}
      density="compact"
      sticky={false}
      takesFocus
      className="max-w-form"
    >
      <thead>
        <tr>
          <HeadCell>{tPaymentBatches('summary.currency')}</HeadCell>
          <HeadCell numeric>{tPaymentBatches('summary.rows')}</HeadCell>
          <HeadCell numeric>{tPaymentBatches('summary.total')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ currency, rows, total }) => (
          <Row key={currency}>
            <Cell>{currency}</Cell>
            <Cell numeric>
              <LocaleNumber value={rows} />
            </Cell>
            <Cell numeric>
              <AmountText amount={total} currency={currency} exact />
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
