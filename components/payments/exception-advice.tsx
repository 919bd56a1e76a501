import { AmountText } from '#components/money/amount-text.tsx';
import { Status } from '#components/status/status.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { formatEnumValue } from '#lib/lists/model/choice-filter.ts';
import { tExceptionAdvice } from '#lib/messages/exceptions.ts';
import { findMissingSum, isRefunded } from '#lib/payments/create/model/duplicate.ts';
import type { LinkedPayment } from '#lib/payments/create/schema/details.ts';
import { listExceptionReasons } from '#lib/payments/model.ts';
import { listMismatches, specifyMismatch } from '#lib/payments/model-mismatch.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { ReadDifferences } from './read-differences.tsx';

/** Suggests what to do for each reason of an exception, and notes a refund that the service reported. */
export function ExceptionAdvice({
  businessId,
  payment,
  deposits,
  remainders,
  mayCreate,
}: {
  businessId: string;
  payment: PaymentDetail;
  deposits: readonly Pick<
    DepositDetail,
    'depositId' | 'refundStatus' | 'status' | 'depositCurrency' | 'network'
  >[];
  /** The payments that request the rest. With one of them, the rest isn't requested again. */
  remainders: readonly LinkedPayment[];
  /** Links to the form for a payment of the rest. */
  mayCreate: boolean;
}) {
  const reasons = specifyMismatch(listExceptionReasons(payment), listMismatches(payment, deposits));
  if (reasons.length === 0) return null;
  const missing = findMissingSum(payment);
  const requested = remainders.at(-1);
  const { overpaymentPolicy: policy } = payment;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-semibold">{tExceptionAdvice('title')}</h3>
      <ul className="flex flex-col gap-1.5">
        {reasons.map((reason) => (
          <li key={reason}>
            {reason === 'under' && requested !== undefined ? (
              tExceptionAdvice.rich('underRequested', {
                link: () => (
                  <TextLink
                    href={`/${businessId}/payments/${requested.paymentId}`}
                    prefetch={false}
                    className="wrap-anywhere"
                  >
                    {requested.clientPaymentId ?? requested.paymentId}
                  </TextLink>
                ),
              })
            ) : reason === 'under' && isRefunded(payment) ? (
              tExceptionAdvice('underRefunded')
            ) : reason === 'under' ? (
              <>
                {missing === null
                  ? tExceptionAdvice('under')
                  : tExceptionAdvice.rich('underMissing', {
                      amount: () => <AmountText amount={missing.amount} currency={missing.currency} />,
                    })}{' '}
                {mayCreate && missing !== null && (
                  <TextLink href={`/${businessId}/payments/new?rest=${payment.paymentId}`} prefetch={false}>
                    {tExceptionAdvice('requestRest')}
                  </TextLink>
                )}
              </>
            ) : reason === 'over' ? (
              policy === null ? (
                tExceptionAdvice('over.notReported')
              ) : (
                tExceptionAdvice('over.reported', { policy: formatEnumValue(policy) })
              )
            ) : reason === 'contradicted' ? (
              <>
                {tExceptionAdvice('contradicted')}
                <ReadDifferences differences={payment.readDifferences} />
              </>
            ) : (
              tExceptionAdvice(reason)
            )}
          </li>
        ))}
        {deposits.map(
          ({ depositId, refundStatus }) =>
            refundStatus !== null && (
              <li key={depositId}>
                {tExceptionAdvice.rich('refund', {
                  status: () => <Status named kind="refund" value={refundStatus} />,
                })}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
