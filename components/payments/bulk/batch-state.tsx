import { Badge } from '#components/ui/badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { BatchState, RowState } from '#lib/payment-batches/schema.ts';

const batchTones: Readonly<Record<BatchState, Tone>> = {
  uploading: 'neutral',
  uploaded: 'attention',
  checked: 'neutral',
  running: 'waiting',
  paused: 'attention',
  stopped: 'neutral',
  done: 'good',
};

const rowTones: Readonly<Record<RowState, Tone>> = {
  draft: 'neutral',
  'left-out': 'neutral',
  queued: 'neutral',
  sending: 'waiting',
  unsent: 'neutral',
  done: 'good',
  failed: 'bad',
  unknown: 'attention',
};

export const BatchStateBadge = ({ state }: { state: BatchState }) => (
  <Badge tone={batchTones[state]}>{tPaymentBatches(`state.${state}`)}</Badge>
);

export const RowStateBadge = ({ state }: { state: RowState }) => (
  <Badge tone={rowTones[state]}>{tPaymentBatches(`rowState.${state}`)}</Badge>
);
