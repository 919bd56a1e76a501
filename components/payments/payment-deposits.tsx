import { DepositFacts } from '#components/deposits/deposit-facts.tsx';
import { DepositLine } from '#components/deposits/deposit-line.tsx';
import { DepositMoney } from '#components/deposits/deposit-money.tsx';
import { EarlierDeposits } from '#components/deposits/earlier-deposits.tsx';
import { RefundFacts } from '#components/refunds/refund-facts.tsx';
import { Section } from '#components/shell/section.tsx';
import { InferredStatus } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tPayment } from '#lib/messages/payments.ts';
import { findDepositMismatch } from '#lib/payments/model-mismatch.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

/** Shows each deposit of a payment with its amounts, its transaction and its refund. */
export function PaymentDeposits({
  businessId,
  payment,
  deposits,
}: {
  businessId: string;
  payment: PaymentDetail;
  deposits: readonly DepositDetail[];
}) {
  const earlier = countEarlierDeposits(deposits, payment);
  const total = earlier + deposits.length;
  if (deposits.length === 0) {
    return (
      <Section title={tPayment('deposits.title')} count={0}>
        <p className="text-muted text-sm">
          {tPayment(payment.canBeRead ? 'deposits.empty' : 'deposits.emptyUnread')}
        </p>
      </Section>
    );
  }
  return (
    <>
      <EarlierDeposits businessId={businessId} paymentId={payment.paymentId} earlier={earlier} all={total} />
      {deposits.map((deposit, index) => (
        <Section
          key={deposit.depositId}
          flush
          title={
            total === 1
              ? tPayment('deposits.single')
              : tPayment.rich('deposits.numbered', {
                  number: () => <LocaleNumber value={earlier + index + 1} />,
                  total: () => <LocaleNumber value={total} />,
                })
          }
          actions={
            <TextLink
              href={`/${businessId}/deposits/${deposit.depositId}`}
              prefetch={false}
              className="text-sm"
            >
              {tPayment('deposits.open')}
            </TextLink>
          }
        >
          <div className="flex flex-col gap-3 px-4 pt-3 pb-2">
            <Conflicts conflicts={deposit.conflicts} record={deposit} />
            <DepositLine deposit={deposit} hideAmount={total === 1 && isSummed(deposit)}>
              <DepositMismatch payment={payment} deposit={deposit} />
            </DepositLine>
            <DepositMoney deposit={deposit} />
          </div>
          <div className="px-4 py-2">
            <DepositFacts deposit={deposit} hasLine />
          </div>
          {deposit.refundFirstSeenAt !== null && (
            <div className="border-line border-t px-4 py-3">
              <h3 className="pb-1 font-semibold text-sm">{tPayment('deposits.refund')}</h3>
              <RefundFacts deposit={deposit} />
            </div>
          )}
        </Section>
      ))}
    </>
  );
}

/** Returns true if the sums at the top of the page include the deposit. */
const isSummed = ({ status, depositAmount }: DepositDetail): boolean =>
  status === 'CONFIRMED' && depositAmount !== null;

/** Marks a deposit in another coin or on another network than the payer chose. */
function DepositMismatch({ payment, deposit }: { payment: PaymentDetail; deposit: DepositDetail }) {
  const mismatch = findDepositMismatch(payment, deposit);
  return mismatch && <InferredStatus state={mismatch} />;
}
