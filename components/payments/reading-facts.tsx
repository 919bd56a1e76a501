import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { tPayment } from '#lib/messages/payment.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Shows when the payment was last read, and when it will be read next. */
export function ReadingFacts({ payment }: { payment: PaymentDetail }) {
  return (
    <Section title={tPayment('reading.title')}>
      {!payment.canBeRead && <p className="pb-2 text-muted text-sm">{tPayment('reading.notConfigured')}</p>}
      <DescriptionList>
        <Fact label={tPayment('reading.lastRead')}>
          {payment.lastReadAt === null ? (
            <Unknown reason={tPayment('reading.neverRead')} />
          ) : (
            <Time at={inSeconds(payment.lastReadAt)} />
          )}
        </Fact>
        {payment.canBeRead && (
          <Fact label={tPayment('reading.nextRead')}>
            {payment.nextReadAt === null ? (
              <span className="text-muted">{tPayment('reading.onDemand')}</span>
            ) : (
              <Time at={inSeconds(payment.nextReadAt)} />
            )}
          </Fact>
        )}
        {payment.lastReadError !== null && (
          <Fact label={tPayment('reading.lastError')} stacked>
            <span className="text-bad">{payment.lastReadError}</span>
            {payment.readFailures > 1 && (
              <span className="text-muted">
                {' '}
                {tPayment('reading.failures', { count: payment.readFailures })}
              </span>
            )}
          </Fact>
        )}
        <Fact label={tPayment('reading.firstSeen')}>
          <Time at={inSeconds(payment.firstObservedAt)} />
        </Fact>
        <Fact label={tPayment('reading.changed')}>
          <Time at={inSeconds(payment.changedAt)} />
        </Fact>
      </DescriptionList>
    </Section>
  );
}
