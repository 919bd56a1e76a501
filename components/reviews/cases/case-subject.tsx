import type { ReactNode } from 'react';
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
import type { FactLine } from '#components/ui/reported-facts.tsx';
import { ReportedFacts } from '#components/ui/reported-facts.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { WithdrawalMoney } from '#components/withdrawals/withdrawal-money.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewSubject } from '#lib/messages/review-details.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { CaseSubject as Subject } from '#lib/reviews/cases/schema/subject.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import { DepositRiskView, PaymentRiskNote, WithdrawalRiskView } from './risk-view.tsx';
import { SubjectAmount } from './subject-facts.tsx';

/**
 * Shows the deposit, withdrawal or payment of a case: money, risk, transaction, refund and payment. `suffix` makes its headings
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
  return (
    <>
      <SubjectAmount subject={subject} />
      <SubjectRisk businessId={businessId} subject={subject} suffix={suffix} />
      <SubjectMoney businessId={businessId} subject={subject} suffix={suffix} />
    </>
  );
}

/** Shows the risk of the subject with all entities. */
export const SubjectRisk = ({
  businessId,
  subject,
  suffix = '',
}: {
  businessId: string;
  subject: Subject;
  suffix?: string;
}) => {
  switch (subject.kind) {
    case 'deposit':
      return <DepositRiskView businessId={businessId} risk={subject.risk} suffix={suffix} />;
    case 'withdrawal':
      return <WithdrawalRiskView businessId={businessId} risk={subject.risk} suffix={suffix} />;
    case 'payment':
      return <PaymentRiskNote suffix={suffix} />;
  }
};

/** Shows the amounts and records of the subject, and what the sources disagree about. */
export const SubjectMoney = ({
  businessId,
  subject,
  suffix = '',
}: {
  businessId: string;
  subject: Subject;
  suffix?: string;
}) => {
  switch (subject.kind) {
    case 'deposit':
      return <DepositMoney businessId={businessId} subject={subject} suffix={suffix} />;
    case 'withdrawal':
      return <WithdrawalRecord businessId={businessId} subject={subject} suffix={suffix} />;
    case 'payment':
      return <PaymentMoney businessId={businessId} subject={subject} suffix={suffix} />;
  }
};

type SubjectProps<Kind> = { businessId: string; subject: Extract<Subject, { kind: Kind }>; suffix: string };

/** Returns a fact; an empty value is not reported. */
const toLine = (label: string, value: ReactNode): FactLine => ({
  label,
  isReported: value !== null,
  fact: (
    <Fact key={label} label={label}>
      {value}
    </Fact>
  ),
});

const toAddress = (value: string | null | undefined): ReactNode =>
  value ? <Identifier whole value={value} name={tReviewSubject('copyNames.address')} /> : null;

const toText = (value: string | null | undefined): ReactNode => (value ? ExternalText(value) : null);

const listPaymentFacts = (
  clientPaymentId: string | null,
  payment: PaymentDetail | null,
): readonly FactLine[] => [
  toLine(tReviewSubject('facts.clientPaymentId'), toText(clientPaymentId)),
  toLine(tReviewTerms('status'), <Status kind="payment" value={payment?.status ?? null} />),
  toLine(tReviewSubject('facts.deposits'), payment?.depositCount ?? null),
  toLine(tReviewSubject('facts.address'), toAddress(payment?.walletAddress)),
  toLine(tReviewSubject('facts.tag'), toText(payment?.destinationTag)),
  toLine(
    tReviewSubject('facts.expires'),
    payment?.expirationTime ? <DateTime at={payment.expirationTime} /> : null,
  ),
];

const listWithdrawalFacts = (withdrawal: WithdrawalDetail): readonly FactLine[] => [
  toLine(
    tReviewTerms('subjectId.withdrawal'),
    <Identifier whole value={withdrawal.withdrawalId} name={tReviewTerms('copyNames.withdrawal')} />,
  ),
  toLine(tReviewSubject('facts.clientWithdrawalId'), toText(withdrawal.clientWithdrawalId)),
  toLine(tReviewSubject('facts.to'), toAddress(withdrawal.toAddress)),
  ...(withdrawal.toTag === null ? [] : [toLine(tReviewSubject('facts.tag'), toText(withdrawal.toTag))]),
  toLine(
    tReviewSubject('facts.transaction'),
    withdrawal.transactionId === null ? null : (
      <Identifier whole value={withdrawal.transactionId} name={tReviewSubject('copyNames.transaction')} />
    ),
  ),
  toLine(tReviewSubject('facts.received'), <DateTime at={toUnixSeconds(withdrawal.firstReceivedAt)} />),
];

/** A section about a record, with a link to its page. */
function RecordSection({
  businessId,
  kind,
  id,
  suffix,
  children,
}: {
  businessId: string;
  kind: Subject['kind'];
  id: string;
  suffix: string;
  children: ReactNode;
}) {
  return (
    <Section
      title={tReviewSubject(`sections.${kind}`, { suffix })}
      actions={
        <TextLink prefetch={false} href={`/${businessId}/${kind}s/${id}`}>
          {tReviewSubject(`open.${kind}`)}
        </TextLink>
      }
      flush
    >
      {children}
    </Section>
  );
}

function DepositMoney({ businessId, subject: { deposit, payment }, suffix }: SubjectProps<'deposit'>) {
  return (
    <>
      {deposit.conflicts.length > 0 && <Conflicts conflicts={deposit.conflicts} record={deposit} />}
      <RecordSection businessId={businessId} kind="deposit" id={deposit.depositId} suffix={suffix}>
        <MoneyTable deposit={deposit} collapse />
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label={tReviewTerms('subjectId.deposit')}>
              <Identifier whole value={deposit.depositId} name={tReviewTerms('copyNames.deposit')} />
            </Fact>
          </DescriptionList>
          <DepositFacts deposit={deposit} collapse />
        </div>
      </RecordSection>
      {deposit.refundFirstSeenAt !== null && (
        <Section title={tReviewSubject('sections.refund', { suffix })}>
          <RefundFacts deposit={deposit} collapse />
        </Section>
      )}
      <RecordSection businessId={businessId} kind="payment" id={deposit.paymentId} suffix={suffix}>
        <div className="px-4 py-3">
          <ReportedFacts collapse lines={listPaymentFacts(deposit.clientPaymentId, payment)} />
        </div>
        {payment !== null && <ExpectedActual payment={payment} />}
      </RecordSection>
      {payment !== null && (
        <PaymentFacts payment={payment} title={tReviewSubject('paymentRecord')} suffix={suffix} collapse />
      )}
    </>
  );
}

function PaymentMoney({ businessId, subject: { payment }, suffix }: SubjectProps<'payment'>) {
  return (
    <>
      {payment.conflicts.length > 0 && <Conflicts conflicts={payment.conflicts} record={payment} />}
      <RecordSection businessId={businessId} kind="payment" id={payment.paymentId} suffix={suffix}>
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label={tReviewTerms('subjectId.payment')}>
              <Identifier whole value={payment.paymentId} name={tReviewTerms('copyNames.payment')} />
            </Fact>
          </DescriptionList>
          <ReportedFacts collapse lines={listPaymentFacts(payment.clientPaymentId, payment)} />
        </div>
        <ExpectedActual payment={payment} />
      </RecordSection>
      <PaymentFacts payment={payment} title={tReviewSubject('paymentRecord')} suffix={suffix} collapse />
    </>
  );
}

function WithdrawalRecord({ businessId, subject: { withdrawal }, suffix }: SubjectProps<'withdrawal'>) {
  return (
    <>
      {withdrawal.conflicts.length > 0 && <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />}
      <RecordSection businessId={businessId} kind="withdrawal" id={withdrawal.withdrawalId} suffix={suffix}>
        <WithdrawalMoney withdrawal={withdrawal} />
        <div className="px-4 py-3">
          <ReportedFacts collapse lines={listWithdrawalFacts(withdrawal)} />
        </div>
      </RecordSection>
    </>
  );
}
