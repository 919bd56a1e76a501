'use client';

import { Disclosure } from '#components/ui/disclosure.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import { useOpenIntents } from './intent-query.ts';
import { OpenRequests } from './open-requests.tsx';

/** Lists unknown, unsent and recently refused requests. Shows nothing when there are none. */
export function NeedsAttention({
  businessId,
  besides,
}: {
  businessId: string;
  /** The request that the form corrects. It is left out. */
  besides: string | null;
}) {
  const lines = useOpenIntents(businessId).filter(({ intentId }) => intentId !== besides);
  if (lines.length === 0) return null;
  return (
    <section
      aria-label={tNewPayment('attention.title')}
      className="rounded-lg border border-attention-line px-3 py-1"
    >
      <Disclosure title={tNewPayment('attention.heading', { count: lines.length })}>
        <OpenRequests businessId={businessId} lines={lines} />
      </Disclosure>
    </section>
  );
}
