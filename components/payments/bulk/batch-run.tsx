'use client';

import { Download } from 'lucide-react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import {
  pauseBatchAction,
  recordRowsNotCreatedAction,
  resumeBatchAction,
  stopBatchAction,
} from '#lib/payment-batches/actions.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { BatchStateBadge, RowStateBadge } from './batch-state.tsx';
import { formatRunTime } from './format-run-time.ts';

const shownStates = ['queued', 'sending', 'done', 'failed', 'unknown', 'unsent', 'left-out'] as const;

/** The progress of a confirmed batch, its controls and its result. */
export function BatchRun({ batch }: { batch: BatchView }) {
  const { businessId, batchId, state, counts, pauseReason, pauseAnswer, notBefore } = batch;
  const { act, isPending } = useAction({ businessId, kind: 'batches' });
  const key = { businessId, batchId };
  const failed = tPaymentBatches('run.failed');
  const sent = counts.done + counts.failed + counts.unknown;
  const total = sent + counts.queued + counts.sending + counts.unsent;
  const files = `/api/businesses/${businessId}/batches/${batchId}`;
  const results = `${files}/results/export`;
  return (
    <Section title={tPaymentBatches('run.title')} actions={<BatchStateBadge state={state} />}>
      <div className="flex flex-col gap-4 py-1 text-sm">
        {pauseReason !== null && (
          <Banner tone="attention" title={tPaymentBatches(`run.pauses.${pauseReason}`)}>
            {tPaymentBatches(`run.pausesText.${pauseReason}`)}
            {pauseAnswer !== null && <p className="mt-1">{ExternalText(pauseAnswer)}</p>}
          </Banner>
        )}
        {counts.unknown > 0 && (
          <Banner tone="attention" title={tPaymentBatches('run.unknown', { count: counts.unknown })}>
            {tPaymentBatches('run.unknownText')}
            {state !== 'running' && <NoneCreated batch={batch} />}
          </Banner>
        )}
        {counts.unsent > 0 && <Banner title={tPaymentBatches('run.stopped', { count: counts.unsent })} />}
        <progress
          aria-label={tPaymentBatches('run.label')}
          value={sent}
          max={Math.max(total, 1)}
          className="h-1.5 w-full"
        />
        <p role="status">{tPaymentBatches('run.progress', { done: sent, total })}</p>
        {state === 'running' && notBefore !== null && (
          <p className="text-attention">
            {tPaymentBatches.rich('run.waiting', {
              time: () => <DateTime at={toUnixSeconds(notBefore)} precise />,
            })}
          </p>
        )}
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {shownStates
            .filter((one) => counts[one] > 0)
            .map((one) => (
              <li key={one} className="flex items-center gap-1.5 tabular-nums">
                <RowStateBadge state={one} />
                {counts[one].toLocaleString('en')}
              </li>
            ))}
        </ul>
        <RunTimes batch={batch} />
        <div className="flex flex-wrap gap-2">
          {state === 'running' && (
            <Button isPending={isPending} onPress={() => void act(() => pauseBatchAction(key), { failed })}>
              {tPaymentBatches('run.pause')}
            </Button>
          )}
          {state === 'paused' && (
            <Button
              variant="primary"
              isPending={isPending}
              onPress={() => void act(() => resumeBatchAction(key), { failed })}
            >
              {tPaymentBatches('run.resume')}
            </Button>
          )}
          {(state === 'running' || state === 'paused') && (
            <ConfirmDialog
              danger
              trigger={<Button>{tPaymentBatches('run.stop')}</Button>}
              title={tPaymentBatches('run.stopQuestion')}
              confirmLabel={tPaymentBatches('run.stop')}
              onConfirm={async () => (await act(() => stopBatchAction(key), { failed })) !== null}
            >
              {tPaymentBatches('run.stopText')}
            </ConfirmDialog>
          )}
          <a href={results} download className={buttonStyle('secondary', 'md')}>
            <Download aria-hidden />
            {tPaymentBatches('run.results')}
          </a>
          <a href={`${results}?format=xlsx`} download className={buttonStyle('secondary', 'md')}>
            {tPaymentBatches('run.resultsWorkbook')}
          </a>
          {counts.failed > 0 && (
            <a
              href={`${files}/faulty/export?show=failed`}
              download
              className={buttonStyle('secondary', 'md')}
            >
              {tPaymentBatches('run.failedRows')}
            </a>
          )}
        </div>
      </div>
    </Section>
  );
}

/** Settles all rows with an unknown outcome at once, after a person found no payment of them at the service. */
function NoneCreated({ batch: { businessId, batchId, counts } }: { batch: BatchView }) {
  const { act } = useAction({ businessId, kind: 'batches' });
  const { unknown: count } = counts;
  return (
    <div className="mt-2">
      <ConfirmDialog
        danger
        trigger={<Button size="sm">{tPaymentBatches('run.notCreated')}</Button>}
        title={tPaymentBatches('run.notCreatedQuestion', { count })}
        confirmLabel={tPaymentBatches('run.notCreated')}
        onConfirm={async () =>
          (await act(() => recordRowsNotCreatedAction({ businessId, batchId, count }), {
            failed: tPaymentBatches('run.failed'),
          })) !== null
        }
      >
        {tPaymentBatches('run.notCreatedText')}
      </ConfirmDialog>
    </div>
  );
}

/** When the run began and ended, and how long it took, pauses included. */
function RunTimes({ batch: { state, confirmedAt, confirmedBy, endedAt } }: { batch: BatchView }) {
  if (confirmedAt === null) return null;
  const seconds = endedAt === null ? 0 : toUnixSeconds(endedAt) - toUnixSeconds(confirmedAt);
  return (
    <div className="text-muted">
      <p>
        {tPaymentBatches.rich('run.confirmed', {
          name: confirmedBy ?? '',
          time: () => <DateTime at={toUnixSeconds(confirmedAt)} />,
        })}
      </p>
      {endedAt !== null && (
        <p>
          {tPaymentBatches.rich(state === 'stopped' ? 'run.stoppedAt' : 'run.finishedAt', {
            time: () => <DateTime at={toUnixSeconds(endedAt)} />,
            duration: formatRunTime(seconds),
          })}
        </p>
      )}
    </div>
  );
}
