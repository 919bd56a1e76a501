import { Banner } from '#components/ui/banner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tPaymentAttempt } from '#lib/messages/new-payment.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';

/** Warns of further payments that the request may have created. Each may have a payable link. */
export function OtherPayments({ intent }: { intent: IntentView }) {
  const others = intent.payments.filter(({ paymentId }) => paymentId !== intent.paymentId);
  // Before the first payment is known, the whole page warns of this.
  const unaccounted = intent.state === 'CREATED' && intent.unaccounted > 0;
  if (others.length === 0 && !unaccounted) return null;
  return (
    <Banner tone="attention" title={tPaymentAttempt('payments.title')}>
      <ul className="flex flex-col gap-1">
        {others.map(({ paymentId, confirmed }) => (
          <li key={paymentId} className="wrap-anywhere">
            {tPaymentAttempt.rich(confirmed ? 'payments.confirmed' : 'payments.observed', {
              link: () => (
                <TextLink href={`/${intent.businessId}/payments/${paymentId}`}>{paymentId}</TextLink>
              ),
            })}
          </li>
        ))}
        {unaccounted && <li>{tPaymentAttempt('payments.unaccounted', { attempts: intent.attempts })}</li>}
      </ul>
    </Banner>
  );
}
