'use client';

import { DepositFacts } from '#components/deposits/deposit-facts.tsx';
import { DepositLine } from '#components/deposits/deposit-line.tsx';
import { EarlierDeposits } from '#components/deposits/earlier-deposits.tsx';
import { MoneyTable } from '#components/deposits/money-table.tsx';
import { RefundFacts } from '#components/refunds/refund-facts.tsx';
import { Section } from '#components/shell/section.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { earlierThan } from '#lib/deposits/model.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';

/** Each deposit of a payment with its money, its way over the chain and its refund. */
export function PaymentDeposits({
  businessId,
  payment,
  deposits,
}: {
  businessId: string;
  payment: PaymentDetail;
  deposits: readonly DepositDetail[];
}) {
  const number = new Intl.NumberFormat(useLocaleSettings().locale);
  const earlier = earlierThan(deposits, payment);
  const all = earlier + deposits.length;
  if (deposits.length === 0) {
    return (
      <Section title="Deposits" count={0}>
        <p className="text-muted text-sm">
          {payment.canBeRead
            ? 'No deposit has been told yet.'
            : 'No deposit has been told yet. Payments are not read here: a deposit shows once its callback has come.'}
        </p>
      </Section>
    );
  }
  return (
    <>
      <EarlierDeposits {...{ businessId, paymentId: payment.paymentId, earlier, all }} />
      {deposits.map((deposit, index) => (
        <Section
          key={deposit.depositId}
          flush
          title={
            all === 1 ? 'Deposit' : `Deposit ${number.format(earlier + index + 1)} of ${number.format(all)}`
          }
          actions={
            <TextLink
              href={`/${businessId}/deposits/${deposit.depositId}`}
              prefetch={false}
              className="text-sm"
            >
              Open deposit
            </TextLink>
          }
        >
          <div className="flex flex-col gap-3 px-4 pt-3 pb-2">
            <Conflicts conflicts={deposit.conflicts} record={deposit} />
            <DepositLine deposit={deposit} />
          </div>
          <MoneyTable deposit={deposit} />
          <div className="px-4 py-2">
            <DepositFacts deposit={deposit} />
          </div>
          {deposit.refundFirstSeenAt !== null && (
            <div className="border-line border-t px-4 py-3">
              <h3 className="pb-1 font-semibold text-sm">Refund</h3>
              <RefundFacts deposit={deposit} />
            </div>
          )}
        </Section>
      ))}
    </>
  );
}
