'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { IntentLine } from '#lib/payments/schema-intent.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { useOpenIntents } from './intent-query.ts';

/** Requests that wait on a person: unknown, unsent or lately refused. Nothing where there are none. */
export function NeedsAttention({
  businessId,
  initial,
}: {
  businessId: string;
  initial: readonly IntentLine[];
}) {
  const lines = useOpenIntents(businessId, initial);
  if (lines.length === 0) return null;
  return (
    <Section title="Needs attention" count={lines.length} flush>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.intentId} className="flex flex-col gap-1 px-4 py-2.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Status kind="intent" value={line.state} />
              <TextLink
                href={`/${businessId}/payments/new?intent=${line.intentId}`}
                className="min-w-0 break-all font-medium text-sm"
              >
                {line.clientPaymentId}
              </TextLink>
              <span className="ml-auto flex items-baseline gap-3 text-sm">
                {line.price && (
                  <AmountText amount={parseAmount(line.price.amount)} currency={line.price.currency} />
                )}
                <span className="text-muted text-xs">
                  <Time at={inSeconds(line.changedAt)} />
                </span>
              </span>
            </div>
            {line.error && <p className="break-words text-muted text-xs">{line.error.message}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
