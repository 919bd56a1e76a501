'use client';

import { useRecordView } from '#components/records/use-record-view.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tPaymentActions } from '#lib/messages/payment-actions.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows when the payment was last read, and when it will be read next. */
export function PaymentReads({ businessId, paymentId }: { businessId: string; paymentId: string }) {
  const { payment } = useRecordView({ businessId, topic: 'payments', id: paymentId }).data;
  return (
    <div className="printed-open">
      <Disclosure title={tPaymentActions('title')} open={payment.lastReadError !== null}>
        {!payment.canBeRead && <p className="pb-2 text-muted text-sm">{tPaymentActions('notConfigured')}</p>}
        <DescriptionList>
          <Fact label={tPaymentActions('lastRead')}>
            {payment.lastReadAt === null ? (
              <UnknownValue reason={tPaymentActions('neverRead')} />
            ) : (
              <Time at={toUnixSeconds(payment.lastReadAt)} />
            )}
          </Fact>
          {payment.canBeRead && (
            <Fact label={tPaymentActions('nextRead')}>
              {payment.nextReadAt === null ? (
                <span className="text-muted">{tPaymentActions('onDemand')}</span>
              ) : (
                <Time at={toUnixSeconds(payment.nextReadAt)} />
              )}
            </Fact>
          )}
          {payment.lastReadError !== null && (
            <Fact label={tPaymentActions('lastError')} stacked>
              <span className="text-bad">{payment.lastReadError}</span>
              {payment.readFailures > 1 && (
                <span className="text-muted">
                  {' '}
                  {tPaymentActions('failures', { count: payment.readFailures })}
                </span>
              )}
            </Fact>
          )}
          <Fact label={tPaymentActions('firstSeen')}>
            <Time at={toUnixSeconds(payment.firstObservedAt)} />
          </Fact>
          <Fact label={tPaymentActions('changed')}>
            <Time at={toUnixSeconds(payment.changedAt)} />
          </Fact>
        </DescriptionList>
      </Disclosure>
    </div>
  );
}
