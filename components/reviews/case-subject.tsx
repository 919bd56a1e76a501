import { DepositAmount } from '#components/deposits/deposit-amount.tsx';
import { DepositFacts } from '#components/deposits/deposit-facts.tsx';
import { MoneyTable } from '#components/deposits/money-table.tsx';
import { ExpectedActual } from '#components/payments/expected-actual.tsx';
import { PaymentFacts } from '#components/payments/payment-facts.tsx';
import { RefundFacts } from '#components/refunds/refund-facts.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { WithdrawalAmount } from '#components/withdrawals/withdrawal-amount.tsx';
import { WithdrawalMoney } from '#components/withdrawals/withdrawal-money.tsx';
import type { CaseSubject as Subject } from '#lib/reviews/cases/schema/subject.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { DepositRiskView, WithdrawalRiskView } from './risk-view.tsx';

/**
 * What the case is about, whole: money, risk, chain, refund and payment. `suffix` tells its headings from another's. Made by
 * the server alone: it is seen once a view, and the browser needs none of its code.
 */
export function CaseSubject({
  businessId,
  subject,
  suffix = '',
}: {
  businessId: string;
  subject: Subject;
  suffix?: string;
}) {
  return subject.kind === 'deposit' ? (
    <DepositSubject businessId={businessId} subject={subject} suffix={suffix} />
  ) : (
    <WithdrawalSubject businessId={businessId} subject={subject} suffix={suffix} />
  );
}

type Of<Kind> = { businessId: string; subject: Extract<Subject, { kind: Kind }>; suffix: string };

function DepositSubject({ businessId, subject: { deposit, payment, risk }, suffix }: Of<'deposit'>) {
  return (
    <>
      {deposit.conflicts.length > 0 && <Conflicts conflicts={deposit.conflicts} record={deposit} />}
      <DepositAmount deposit={deposit} />
      <DepositRiskView risk={risk} suffix={suffix} />
      <Section
        title={`Deposit${suffix}`}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/deposits/${deposit.depositId}`}>
            Open deposit
          </TextLink>
        }
        flush
      >
        <MoneyTable deposit={deposit} />
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label="Deposit ID">
              <Identifier whole value={deposit.depositId} name="deposit ID" />
            </Fact>
          </DescriptionList>
          <DepositFacts deposit={deposit} />
        </div>
      </Section>
      {deposit.refundFirstSeenAt !== null && (
        <Section title={`Refund${suffix}`}>
          <RefundFacts deposit={deposit} />
        </Section>
      )}
      <Section
        title={`Payment${suffix}`}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/payments/${deposit.paymentId}`}>
            Open payment
          </TextLink>
        }
        flush
      >
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label="Customer reference">
              {deposit.clientPaymentId === null ? (
                <Unknown reason="No payment record was seen" />
              ) : (
                ExternalText(deposit.clientPaymentId)
              )}
            </Fact>
            <Fact label="Status">
              <Status kind="payment" value={payment?.status ?? null} />
            </Fact>
            <Fact label="Deposits">
              {payment?.depositCount ?? <Unknown reason="No payment record was seen" />}
            </Fact>
            <Fact label="Address">
              {payment?.walletAddress ? (
                <Identifier whole value={payment.walletAddress} name="address" />
              ) : (
                <Unknown reason="not stated" />
              )}
            </Fact>
            <Fact label="Tag">
              {payment?.destinationTag ? (
                ExternalText(payment.destinationTag)
              ) : (
                <Unknown reason="not stated" />
              )}
            </Fact>
            <Fact label="Expires">
              {payment?.expirationTime ? (
                <DateTime at={payment.expirationTime} />
              ) : (
                <Unknown reason="not stated" />
              )}
            </Fact>
          </DescriptionList>
        </div>
        {payment !== null && <ExpectedActual payment={payment} />}
      </Section>
      {payment !== null && <PaymentFacts payment={payment} title="Payment record" suffix={suffix} />}
    </>
  );
}

function WithdrawalSubject({ businessId, subject: { withdrawal, risk }, suffix }: Of<'withdrawal'>) {
  return (
    <>
      {withdrawal.conflicts.length > 0 && <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />}
      <WithdrawalAmount withdrawal={withdrawal} />
      <WithdrawalRiskView risk={risk} suffix={suffix} />
      <Section
        title={`Withdrawal${suffix}`}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/withdrawals/${withdrawal.withdrawalId}`}>
            Open withdrawal
          </TextLink>
        }
        flush
      >
        <WithdrawalMoney withdrawal={withdrawal} />
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label="Withdrawal ID">
              <Identifier whole value={withdrawal.withdrawalId} name="withdrawal ID" />
            </Fact>
            <Fact label="Customer reference">
              {withdrawal.clientWithdrawalId === null ? (
                <Unknown reason="not stated" />
              ) : (
                ExternalText(withdrawal.clientWithdrawalId)
              )}
            </Fact>
            <Fact label="To">
              {withdrawal.toAddress === null ? (
                <Unknown reason="not stated" />
              ) : (
                <Identifier whole value={withdrawal.toAddress} name="address" />
              )}
            </Fact>
            {withdrawal.toTag !== null && <Fact label="Tag">{ExternalText(withdrawal.toTag)}</Fact>}
            <Fact label="Transaction">
              {withdrawal.transactionId === null ? (
                <Unknown reason="The callback does not tell it" />
              ) : (
                <Identifier whole value={withdrawal.transactionId} name="transaction hash" />
              )}
            </Fact>
            <Fact label="Received">
              <DateTime at={inSeconds(withdrawal.firstReceivedAt)} />
            </Fact>
          </DescriptionList>
        </div>
      </Section>
    </>
  );
}
