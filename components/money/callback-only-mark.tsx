import { Radio } from 'lucide-react';
import { tMoney } from '#lib/messages/money.ts';

/** Marks an amount that only a callback reported and no record has confirmed. */
export function CallbackOnlyMark({ reason }: { reason: string }) {
  return (
    <span
      aria-description={reason}
      className="me-1 inline-flex size-4.5 items-center justify-center rounded-xs border border-waiting-line border-dashed align-text-bottom text-waiting"
    >
      <Radio aria-hidden className="size-3" />
      <span className="sr-only">{tMoney('byCallbackOnly')}</span>
    </span>
  );
}
