import { RotateCcw } from 'lucide-react';
import { AmountText } from '#components/money/amount-text.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tRelatedPayments } from '#lib/messages/search.ts';
import { findMissingSum } from '#lib/payments/create/model/duplicate.ts';
import type { LinkedPayment, RelatedPayments as Related } from '#lib/payments/create/schema/details.ts';
import type { PaymentStateFields } from '#lib/payments/model.ts';
import { inferStates } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

type RelatedSubject = Pick<PaymentDetail, 'paymentId' | 'exceptionWork'> &
  PaymentStateFields &
  Parameters<typeof findMissingSum>[0];

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
          <PaymentLink businessId={businessId} payment={payment} />
        </li>
      ))}
    </ul>
  );
}

/** Payments of one request have the same client payment ID, so their IDs name them. */
const withoutClientId = (payments: readonly LinkedPayment[]): readonly LinkedPayment[] =>
  payments.map((payment) => ({ ...payment, clientPaymentId: null }));

/**
 * Shows the payments that belong together with a payment, and offers to request the rest of an underpaid one, or to create
 * an expired one again. Warns if a request created several payments.
 */
export function RelatedPayments({
  businessId,
  payment,
  related,
  mayCreate,
  now,
}: {
  businessId: string;
  payment: RelatedSubject;
  related: Related;
  mayCreate: boolean;
  /** UNIX seconds. */
  now: number;
}) {
  const { former, successors, original, remainders, preferred, further } = related;
  const states = inferStates(payment, now);
  // The service may keep a payment expired that was paid late.
  const isExpired =
    !states.includes('paid') && (payment.status === 'EXPIRED' || states.includes('expected-expired'));
  const isResolved = payment.exceptionWork !== null && payment.exceptionWork.resolvedAt !== null;
  const mayFollow = mayCreate && !isResolved && successors.length === 0 && remainders.length === 0;
  const missing = mayFollow && states.includes('under') ? findMissingSum(payment) : null;
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
          <PaymentLinks businessId={businessId} payments={withoutClientId(further)} />
        </Banner>
      )}
      {former !== null && (
        <p className="text-sm">{tRelatedPayments.rich('related.former', { link: link(former) })}</p>
      )}
      {original !== null && (
        <p className="text-sm">{tRelatedPayments.rich('related.original', { link: link(original) })}</p>
      )}
      {successors.length > 0 && (
        <div className="text-sm">
          <p>{tRelatedPayments('related.successors', { count: successors.length })}</p>
          <PaymentLinks businessId={businessId} payments={successors} />
        </div>
      )}
      {remainders.length > 0 && (
        <div className="text-sm">
          <p>{tRelatedPayments('related.remainders')}</p>
          <PaymentLinks businessId={businessId} payments={remainders} />
        </div>
      )}
      {missing !== null && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span className="text-muted">
            {tRelatedPayments.rich('requestRestHint', {
              amount: () => <AmountText amount={missing.amount} currency={missing.currency} />,
            })}
          </span>
          <LinkButton
            variant="primary"
            href={`/${businessId}/payments/new?rest=${payment.paymentId}`}
            prefetch={false}
          >
            {tRelatedPayments('requestRest')}
          </LinkButton>
          {isExpired && (
            <TextLink href={`/${businessId}/payments/new?again=${payment.paymentId}`} prefetch={false}>
              {tRelatedPayments('createAgain')}
            </TextLink>
          )}
        </div>
      )}
      {missing === null && mayFollow && isExpired && (
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
      )}
    </>
  );
}
