'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { Status } from '#components/status/status.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { IntentLine } from '#lib/payments/create/schema/intent.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { useOpenIntents } from './intent-query.ts';

/** Lists requests with their state, each linked to its page. */
export function OpenRequests({ businessId, lines }: { businessId: string; lines: readonly IntentLine[] }) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.intentId} className="flex flex-col gap-1 py-2.5 pe-1">
          <div className="flex items-baseline justify-between gap-3">
            <TextLink
              href={`/${businessId}/payments/new?intent=${line.intentId}`}
              className="min-w-0 wrap-anywhere font-medium text-sm"
            >
              {line.clientPaymentId}
            </TextLink>
            {line.price && (
              <AmountText amount={parseAmount(line.price.amount)} currency={line.price.currency} exact />
            )}
          </div>
          <div className="flex items-center justify-between gap-3">
            <Status kind="intent" value={line.state} />
            <span className="text-muted text-xs">
              <Time at={toUnixSeconds(line.changedAt)} />
            </span>
          </div>
          {line.payments.length > 0 && (
            <p className="text-muted text-xs">
              {tNewPayment(line.state === 'CREATED' ? 'attention.several' : 'attention.payment')}
            </p>
          )}
          {line.error && <p className="break-words text-muted text-xs">{line.error.message}</p>}
        </li>
      ))}
    </ul>
  );
}

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
