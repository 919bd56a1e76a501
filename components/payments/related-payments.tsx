import { RotateCcw } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tRelatedPayments } from '#lib/messages/related-payments.ts';
import type { LinkedPayment, RelatedPayments as Related } from '#lib/payments/create/schema/details.ts';
import type { PaymentStateFields } from '#lib/payments/model.ts';
import { inferStates } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

function PaymentLink({ businessId, payment }: { businessId: string; payment: LinkedPayment }) {
  const { paymentId, clientPaymentId } = payment;
  return (
    <TextLink href={`/${businessId}/payments/${paymentId}`} className="wrap-anywhere">
      {clientPaymentId ?? paymentId}
    </TextLink>
  );
}

function PaymentLinks({ businessId, payments }: { businessId: string; payments: readonly LinkedPayment[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {payments.map((payment) => (
        <li key={payment.paymentId}>
          {/* Payments of one request have the same client payment ID. */}
          <PaymentLink businessId={businessId} payment={{ ...payment, clientPaymentId: null }} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows the payments that belong together with a payment, and offers to create an expired one again. Warns if a request
 * created several payments.
 */
export function RelatedPayments({
  businessId,
  payment,
  related,
  mayCreate,
  now,
}: {
  businessId: string;
  payment: Pick<PaymentDetail, 'paymentId'> & PaymentStateFields;
  related: Related;
  mayCreate: boolean;
  /** UNIX seconds. */
  now: number;
}) {
  const { former, successors, preferred, further } = related;
  const states = inferStates(payment, now);
  // The service may keep a payment expired that was paid late.
  const isExpired =
    !states.includes('paid') && (payment.status === 'EXPIRED' || states.includes('expected-expired'));
  const link = (linked: LinkedPayment) => () => <PaymentLink businessId={businessId} payment={linked} />;
  return (
    <>
      {preferred !== null && (
        <Banner tone="attention" title={tRelatedPayments('related.preferred.title')}>
          {tRelatedPayments.rich('related.preferred.body', {
            link: link({ ...preferred, clientPaymentId: null }),
          })}
        </Banner>
      )}
      {further.length > 0 && (
        <Banner tone="attention" title={tRelatedPayments('related.further.title')}>
          <p>{tRelatedPayments('related.further.body')}</p>
          <PaymentLinks businessId={businessId} payments={further} />
        </Banner>
      )}
      {former !== null && (
        <p className="text-sm">{tRelatedPayments.rich('related.former', { link: link(former) })}</p>
      )}
      {successors.length > 0 ? (
        <div className="text-sm">
          <p>{tRelatedPayments('related.successors', { count: successors.length })}</p>
          <ul className="flex flex-col gap-1">
            {successors.map((successor) => (
              <li key={successor.paymentId}>
                <PaymentLink businessId={businessId} payment={successor} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        mayCreate &&
        isExpired && (
          <div className="flex flex-wrap items-center gap-3 text-sm">
            <span className="text-muted">{tRelatedPayments('createAgainHint')}</span>
            <LinkButton
              href={`/${businessId}/payments/new?again=${payment.paymentId}`}
              prefetch={false}
              icon={<RotateCcw aria-hidden />}
            >
              {tRelatedPayments('createAgain')}
            </LinkButton>
          </div>
        )
      )}
    </>
  );
}
