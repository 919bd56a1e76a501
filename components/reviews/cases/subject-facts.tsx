import { DepositAmount } from '#components/deposits/deposit-amount.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import type { FactLine } from '#components/ui/reported-facts.tsx';
import { ReportedFacts } from '#components/ui/reported-facts.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { WithdrawalAmount } from '#components/withdrawals/withdrawal-amount.tsx';
import { tReviewCounterparty, tReviewSubject } from '#lib/messages/review-details.ts';
import type { CaseSubject as Subject } from '#lib/reviews/cases/schema/subject.ts';
import type { Total } from '#lib/values/amount.ts';
import { findAddressLink } from '#lib/values/links.ts';
import { CounterpartyLink } from '../counterparties/counterparty-link.tsx';

/** Shows the amount of the subject: deposited, withdrawn, or requested by the payment. It stays inside a narrow card. */
export function SubjectAmount({ subject }: { subject: Subject }) {
  return (
    <div className="min-w-0 [&_data]:wrap-anywhere [&_data]:text-xl">
      <Amount subject={subject} />
    </div>
  );
}

function Amount({ subject }: { subject: Subject }) {
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
export function SubjectFacts({
  businessId,
  subject,
  eur,
}: {
  businessId: string;
  subject: Subject;
  /** The largest EUR value that the service reported for it. Null: none. */
  eur: Total | null;
}) {
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
            {...(network === null ? {} : { href: findAddressLink(network, value) })}
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
        {eur !== null && (
          <p className="text-muted text-sm">
            <AmountText amount={eur} currency="EUR" />
          </p>
        )}
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
