import type { ReactNode } from 'react';
import { DepositAmount } from '#components/deposits/deposit-amount.tsx';
import { DepositFacts } from '#components/deposits/deposit-facts.tsx';
import { MoneyTable } from '#components/deposits/money-table.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
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
import { WithdrawalAmount } from '#components/withdrawals/withdrawal-amount.tsx';
import { WithdrawalMoney } from '#components/withdrawals/withdrawal-money.tsx';
import { tReviewCounterparty } from '#lib/messages/review-counterparty.ts';
import { tReviewSubject } from '#lib/messages/review-subject.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { CaseSubject as Subject } from '#lib/reviews/cases/schema/subject.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { addressLink } from '#lib/values/links.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import { CounterpartyLink } from './counterparty-link.tsx';
import { DepositRiskView, PaymentRiskNote, WithdrawalRiskView } from './risk-view.tsx';

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

function SubjectAmount({ subject }: { subject: Subject }) {
  switch (subject.kind) {
    case 'deposit':
      return <DepositAmount deposit={subject.deposit} />;
    case 'withdrawal':
      return <WithdrawalAmount withdrawal={subject.withdrawal} />;
    case 'payment':
      return (
        <div className="flex min-w-0 flex-col">
          <span className="text-muted text-xs">{tReviewSubject('facts.requested')}</span>
          <AmountText
            amount={subject.payment.expectedDisplayAmount}
            currency={subject.payment.displayCurrency}
            size="large"
            copyable
          />
        </div>
      );
  }
}

/** Shows the most important facts of the subject, for the narrow column beside the case. */
export function SubjectFacts({ businessId, subject }: { businessId: string; subject: Subject }) {
  const { addresses, network, transactionId } = toKeyFacts(subject);
  const lines: readonly FactLine[] = [
    ...addresses.map(({ label, value, tag, isOther }) => ({
      label,
      isReported: value !== null,
      fact: value !== null && (
        <Fact key={label} label={label} stacked>
          <Identifier
            value={value}
            name={tReviewSubject('copyNames.address')}
            {...(network === null ? {} : { href: addressLink(network, value) })}
          />
          {isOther && (
            <span className="block">
              <CounterpartyLink
                businessId={businessId}
                counterparty={{ kind: 'address', address: value, tag }}
              >
                {tReviewCounterparty('links.recordsOfAddress')}
              </CounterpartyLink>
            </span>
          )}
        </Fact>
      ),
    })),
    // A payment has no transaction of its own.
    ...(transactionId === undefined
      ? []
      : [
          {
            label: tReviewSubject('facts.transaction'),
            isReported: transactionId !== null,
            fact: transactionId !== null && (
              <Fact key="transaction" label={tReviewSubject('facts.transaction')} stacked>
                <Identifier value={transactionId} name={tReviewSubject('copyNames.transaction')} />
              </Fact>
            ),
          },
        ]),
  ];
  return (
    <Section title={tReviewSubject(`about.${subject.kind}`)}>
      <div className="flex flex-col gap-2">
        <SubjectAmount subject={subject} />
        <ReportedFacts collapse lines={lines} />
        <p className="flex flex-wrap gap-x-3 text-sm">
          <SubjectLinks businessId={businessId} subject={subject} />
        </p>
      </div>
    </Section>
  );
}

function SubjectLinks({ businessId, subject }: { businessId: string; subject: Subject }) {
  switch (subject.kind) {
    case 'deposit':
      return (
        <>
          <TextLink prefetch={false} href={`/${businessId}/deposits/${subject.deposit.depositId}`}>
            {tReviewSubject('open.deposit')}
          </TextLink>
          <TextLink prefetch={false} href={`/${businessId}/payments/${subject.deposit.paymentId}`}>
            {tReviewSubject('open.payment')}
          </TextLink>
        </>
      );
    case 'withdrawal':
      return (
        <TextLink prefetch={false} href={`/${businessId}/withdrawals/${subject.withdrawal.withdrawalId}`}>
          {tReviewSubject('open.withdrawal')}
        </TextLink>
      );
    case 'payment':
      return (
        <TextLink prefetch={false} href={`/${businessId}/payments/${subject.payment.paymentId}`}>
          {tReviewSubject('open.payment')}
        </TextLink>
      );
  }
}

type KeyFacts = {
  /** `isOther`: the address of the other party. */
  readonly addresses: readonly {
    readonly label: string;
    readonly value: string | null;
    readonly tag: string | null;
    readonly isOther: boolean;
  }[];
  readonly network: string | null;
  /** Undefined for a record that has no transaction. */
  readonly transactionId: string | null | undefined;
};

function toKeyFacts(subject: Subject): KeyFacts {
  switch (subject.kind) {
    case 'deposit': {
      const { fromAddress, toAddress, network, transactionId } = subject.deposit;
      return {
        addresses: [
          { label: tReviewSubject('facts.from'), value: fromAddress, tag: null, isOther: true },
          { label: tReviewSubject('facts.address'), value: toAddress, tag: null, isOther: false },
        ],
        network,
        transactionId,
      };
    }
    case 'withdrawal': {
      const { toAddress, toTag, transactionId } = subject.withdrawal;
      return {
        addresses: [{ label: tReviewSubject('facts.to'), value: toAddress, tag: toTag, isOther: true }],
        network: null,
        transactionId,
      };
    }
    case 'payment': {
      const { walletAddress, destinationTag, expectedNetwork } = subject.payment;
      return {
        addresses: [
          {
            label: tReviewSubject('facts.address'),
            value: walletAddress,
            tag: destinationTag,
            isOther: false,
          },
        ],
        network: expectedNetwork,
        transactionId: undefined,
      };
    }
  }
}

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
  toLine(tReviewSubject('facts.received'), <DateTime at={inSeconds(withdrawal.firstReceivedAt)} />),
];

function DepositMoney({ businessId, subject: { deposit, payment }, suffix }: SubjectProps<'deposit'>) {
  return (
    <>
      {deposit.conflicts.length > 0 && <Conflicts conflicts={deposit.conflicts} record={deposit} />}
      <Section
        title={tReviewSubject('sections.deposit', { suffix })}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/deposits/${deposit.depositId}`}>
            {tReviewSubject('open.deposit')}
          </TextLink>
        }
        flush
      >
        <MoneyTable deposit={deposit} collapse />
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label={tReviewTerms('subjectId.deposit')}>
              <Identifier whole value={deposit.depositId} name={tReviewTerms('copyNames.deposit')} />
            </Fact>
          </DescriptionList>
          <DepositFacts deposit={deposit} collapse />
        </div>
      </Section>
      {deposit.refundFirstSeenAt !== null && (
        <Section title={tReviewSubject('sections.refund', { suffix })}>
          <RefundFacts deposit={deposit} collapse />
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
          <ReportedFacts collapse lines={listPaymentFacts(deposit.clientPaymentId, payment)} />
        </div>
        {payment !== null && <ExpectedActual payment={payment} />}
      </Section>
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
      <Section
        title={tReviewSubject('sections.payment', { suffix })}
        actions={
          <TextLink prefetch={false} href={`/${businessId}/payments/${payment.paymentId}`}>
            {tReviewSubject('open.payment')}
          </TextLink>
        }
        flush
      >
        <div className="px-4 py-3">
          <DescriptionList>
            <Fact label={tReviewTerms('subjectId.payment')}>
              <Identifier whole value={payment.paymentId} name={tReviewTerms('copyNames.payment')} />
            </Fact>
          </DescriptionList>
          <ReportedFacts collapse lines={listPaymentFacts(payment.clientPaymentId, payment)} />
        </div>
        <ExpectedActual payment={payment} />
      </Section>
      <PaymentFacts payment={payment} title={tReviewSubject('paymentRecord')} suffix={suffix} collapse />
    </>
  );
}

function WithdrawalRecord({ businessId, subject: { withdrawal }, suffix }: SubjectProps<'withdrawal'>) {
  return (
    <>
      {withdrawal.conflicts.length > 0 && <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />}
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
          <ReportedFacts collapse lines={listWithdrawalFacts(withdrawal)} />
        </div>
      </Section>
    </>
  );
}
