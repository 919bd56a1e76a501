import { DepositAmount } from '#components/deposits/deposit-amount.tsx';
import { DepositFacts } from '#components/deposits/deposit-facts.tsx';
import { MoneyTable } from '#components/deposits/money-table.tsx';
import { ExpectedActual } from '#components/payments/expected-actual.tsx';
import { PaymentFacts } from '#components/payments/payment-facts.tsx';
import { RefundFacts } from '#components/refunds/refund-facts.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { WithdrawalAmount } from '#components/withdrawals/withdrawal-amount.tsx';
import { WithdrawalMoney } from '#components/withdrawals/withdrawal-money.tsx';
import { tReviewSubject } from '#lib/messages/review-subject.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { CaseSubject as Subject } from '#lib/reviews/cases/schema/subject.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { DepositRiskView, WithdrawalRiskView } from './risk-view.tsx';

/**
 * Shows the deposit or withdrawal of a case: money, risk, transaction, refund and payment. `suffix` makes its headings
 * unique among merged cases. Only the server renders it, so that the browser loads none of its code.
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

type SubjectProps<Kind> = { businessId: string; subject: Extract<Subject, { kind: Kind }>; suffix: string };

function DepositSubject({
  businessId,
  subject: { deposit, payment, risk },
  suffix,
}: SubjectProps<'deposit'>) {
  return (
    <>
      {deposit.conflicts.length > 0 && <Conflicts conflicts={deposit.conflicts} record={deposit} />}
      <DepositAmount deposit={deposit} />
      <DepositRiskView risk={risk} suffix={suffix} />
      <Section
        title={tReviewSubject('sections.deposit', { suffix })}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/deposits/${deposit.depositId}`}>
            {tReviewSubject('open.deposit')}
          </TextLink>
        }
        flush
      >
        <MoneyTable deposit={deposit} />
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label={tReviewTerms('subjectId.deposit')}>
              <Identifier whole value={deposit.depositId} name={tReviewTerms('copyNames.deposit')} />
            </Fact>
          </DescriptionList>
          <DepositFacts deposit={deposit} />
        </div>
      </Section>
      {deposit.refundFirstSeenAt !== null && (
        <Section title={tReviewSubject('sections.refund', { suffix })}>
          <RefundFacts deposit={deposit} />
        </Section>
      )}
      <Section
        title={tReviewSubject('sections.payment', { suffix })}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/payments/${deposit.paymentId}`}>
            {tReviewSubject('open.payment')}
          </TextLink>
        }
        flush
      >
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label={tReviewSubject('facts.clientPaymentId')}>
              {deposit.clientPaymentId === null ? (
                <Unknown reason={tReviewSubject('noPayment')} />
              ) : (
                ExternalText(deposit.clientPaymentId)
              )}
            </Fact>
            <Fact label={tReviewTerms('status')}>
              <Status kind="payment" value={payment?.status ?? null} />
            </Fact>
            <Fact label={tReviewSubject('facts.deposits')}>
              {payment?.depositCount ?? <Unknown reason={tReviewSubject('noPayment')} />}
            </Fact>
            <Fact label={tReviewSubject('facts.address')}>
              {payment?.walletAddress ? (
                <Identifier whole value={payment.walletAddress} name={tReviewSubject('copyNames.address')} />
              ) : (
                <Unknown reason={tReviewSubject('notReported')} />
              )}
            </Fact>
            <Fact label={tReviewSubject('facts.tag')}>
              {payment?.destinationTag ? (
                ExternalText(payment.destinationTag)
              ) : (
                <Unknown reason={tReviewSubject('notReported')} />
              )}
            </Fact>
            <Fact label={tReviewSubject('facts.expires')}>
              {payment?.expirationTime ? (
                <DateTime at={payment.expirationTime} />
              ) : (
                <Unknown reason={tReviewSubject('notReported')} />
              )}
            </Fact>
          </DescriptionList>
        </div>
        {payment !== null && <ExpectedActual payment={payment} />}
      </Section>
      {payment !== null && (
        <PaymentFacts payment={payment} title={tReviewSubject('paymentRecord')} suffix={suffix} />
      )}
    </>
  );
}

function WithdrawalSubject({
  businessId,
  subject: { withdrawal, risk },
  suffix,
}: SubjectProps<'withdrawal'>) {
  return (
    <>
      {withdrawal.conflicts.length > 0 && <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />}
      <WithdrawalAmount withdrawal={withdrawal} />
      <WithdrawalRiskView risk={risk} suffix={suffix} />
      <Section
        title={tReviewSubject('sections.withdrawal', { suffix })}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/withdrawals/${withdrawal.withdrawalId}`}>
            {tReviewSubject('open.withdrawal')}
          </TextLink>
        }
        flush
      >
        <WithdrawalMoney withdrawal={withdrawal} />
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label={tReviewTerms('subjectId.withdrawal')}>
              <Identifier whole value={withdrawal.withdrawalId} name={tReviewTerms('copyNames.withdrawal')} />
            </Fact>
            <Fact label={tReviewSubject('facts.clientWithdrawalId')}>
              {withdrawal.clientWithdrawalId === null ? (
                <Unknown reason={tReviewSubject('notReported')} />
              ) : (
                ExternalText(withdrawal.clientWithdrawalId)
              )}
            </Fact>
            <Fact label={tReviewSubject('facts.to')}>
              {withdrawal.toAddress === null ? (
                <Unknown reason={tReviewSubject('notReported')} />
              ) : (
                <Identifier whole value={withdrawal.toAddress} name={tReviewSubject('copyNames.address')} />
              )}
            </Fact>
            {withdrawal.toTag !== null && (
              <Fact label={tReviewSubject('facts.tag')}>{ExternalText(withdrawal.toTag)}</Fact>
            )}
            <Fact label={tReviewSubject('facts.transaction')}>
              {withdrawal.transactionId === null ? (
                <Unknown reason={tReviewSubject('notReported')} />
              ) : (
                <Identifier
                  whole
                  value={withdrawal.transactionId}
                  name={tReviewSubject('copyNames.transaction')}
                />
              )}
            </Fact>
            <Fact label={tReviewSubject('facts.received')}>
              <DateTime at={inSeconds(withdrawal.firstReceivedAt)} />
            </Fact>
          </DescriptionList>
        </div>
      </Section>
    </>
  );
}
