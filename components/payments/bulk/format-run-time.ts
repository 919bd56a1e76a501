import { formatTimeLeft } from '#components/ui/format-time-left.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';

/** Formats how long a run takes. */
export const formatRunTime = (seconds: number): string =>
  seconds < 60 ? tPaymentBatches('run.underAMinute') : formatTimeLeft(seconds);
