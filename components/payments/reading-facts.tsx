'use client';

import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** How fresh what is shown is. */
export function ReadingFacts({ payment }: { payment: PaymentDetail }) {
  return (
    <Section title="Freshness">
      {!payment.canBeRead && (
        <p className="pb-2 text-muted text-sm">
          Payments are not read here: no path for it is set. The status is as last told; risk, refunds and EUR
          stay unknown.
        </p>
      )}
      <DescriptionList>
        <Fact label="Last read">
          {payment.lastReadAt === null ? (
            <Unknown reason="It was never read from the service." />
          ) : (
            <Time at={inSeconds(payment.lastReadAt)} />
          )}
        </Fact>
        {payment.canBeRead && (
          <Fact label="Next read">
            {payment.nextReadAt === null ? (
              <span className="text-muted">On demand only</span>
            ) : (
              <Time at={inSeconds(payment.nextReadAt)} />
            )}
          </Fact>
        )}
        {payment.lastReadError !== null && (
          <Fact label="Last error" stacked>
            <span className="text-bad">{payment.lastReadError}</span>
            {payment.readFailures > 1 && <span className="text-muted"> ({payment.readFailures} times)</span>}
          </Fact>
        )}
        <Fact label="First seen">
          <Time at={inSeconds(payment.firstObservedAt)} />
        </Fact>
        <Fact label="Changed">
          <Time at={inSeconds(payment.changedAt)} />
        </Fact>
      </DescriptionList>
    </Section>
  );
}
