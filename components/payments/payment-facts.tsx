import type { ReactNode } from 'react';
import { PayerShare } from '#components/money/payer-share.tsx';
import { createFactLine } from '#components/records/fact-line.tsx';
import { Section } from '#components/shell/section.tsx';
import { Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { ReportedFacts } from '#components/ui/reported-facts.tsx';
import { OutsideLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { formatEnumValue } from '#lib/lists/model/choice-filter.ts';
import { tPayment } from '#lib/messages/payments.ts';
import type { PaymentCreator } from '#lib/payments/create/schema/creator.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { listTechnicalNames } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { toSafeLink } from '#lib/values/links.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';

const toOptionalSentence = (value: string | null) => (value === null ? null : formatEnumValue(value));
const toDateTime = (at: UnixSeconds | null) => (at === null ? null : <DateTime at={at} />);
const toYesNo = (value: boolean | null) =>
  value === null ? null : tPayment(value ? 'facts.yes' : 'facts.no');

/** Shows the recorded minutes, whole hours as hours. A request sends 0 for 7 days (§2.2); the record may differ. */
function renderMinutes({ expirationMinutes: minutes }: PaymentDetail) {
  if (minutes === null) return null;
  const isInHours = minutes > 0 && minutes % 60 === 0;
  const count = isInHours ? minutes / 60 : minutes;
  return tPayment.rich(isInHours ? 'facts.hours' : 'facts.minutes', {
    count,
    number: () => <LocaleNumber value={count} />,
  });
}

/** Shows who created the payment here, from our own request. */
function CreatorFact({ creator: { person, at, confirmed } }: { creator: PaymentCreator }) {
  return (
    <Fact
      label={tPayment(confirmed ? 'facts.createdHere' : 'facts.requestedHere')}
      hint={tPayment(confirmed ? 'facts.createdHereHint' : 'facts.requestedHereHint')}
    >
      {tPayment.rich('facts.creator', {
        person: person ?? tPayment('facts.formerColleague'),
        time: () => <DateTime at={toUnixSeconds(at)} />,
      })}
    </Fact>
  );
}

/** Shows the facts of a payment record, without its amounts and checkout. Policies and codes are folded. */
export function PaymentFacts({
  payment,
  creator = null,
  title = tPayment('facts.title'),
  suffix = '',
  collapse = false,
  children,
}: {
  payment: PaymentDetail;
  /** The person who created it here, or null. */
  creator?: PaymentCreator | null;
  /** Replaces the title where another section already has it. */
  title?: string;
  /** Follows the headings where a page shows several records. */
  suffix?: string;
  /** Replaces facts without a value by their number. */
  collapse?: boolean;
  /** Further folded parts. */
  children?: ReactNode;
}) {
  const line = createFactLine(paymentFields, payment);
  const redirect = payment.redirectUrl === null ? null : toSafeLink(payment.redirectUrl);
  const initiatedBy = line('initiatedBy', payment.initiatedBy, { hint: tPayment('facts.initiatedByHint') });
  const isCreatedHere = creator?.confirmed === true;
  return (
    <Section title={`${title}${suffix}`}>
      <ReportedFacts
        collapse={collapse}
        lines={[
          {
            label: tPayment('facts.paymentId'),
            isReported: true,
            fact: (
              <Fact key="paymentId" label={tPayment('facts.paymentId')} stacked>
                <Identifier whole value={payment.paymentId} name={tPayment('facts.copyName')} />
              </Fact>
            ),
          },
          line('type', toOptionalSentence(payment.type)),
          line('rateType', toOptionalSentence(payment.rateType)),
          line('paymentInitiatedAt', toDateTime(payment.paymentInitiatedAt)),
          ...(isCreatedHere ? [] : [initiatedBy]),
          ...(creator === null
            ? []
            : [
                {
                  label: tPayment('facts.createdHere'),
                  isReported: true,
                  fact: <CreatorFact key="creator" creator={creator} />,
                },
              ]),
          line('paymentRequestedAt', toDateTime(payment.paymentRequestedAt)),
          line('expirationMinutes', renderMinutes(payment), { hint: tPayment('facts.timeFrameHint') }),
          line('locale'),
          line(
            'redirectUrl',
            payment.redirectUrl &&
              (redirect ? (
                <OutsideLink href={redirect.href} className="break-all">
                  {payment.redirectUrl}
                </OutsideLink>
              ) : (
                <span className="break-all">{payment.redirectUrl}</span>
              )),
            { hint: tPayment('facts.redirectHint') },
          ),
        ]}
      />
      <Part title={tPayment('policies.title')}>
        <ReportedFacts
          collapse={collapse}
          lines={[
            line('overpaymentPolicy', toOptionalSentence(payment.overpaymentPolicy)),
            line(
              'refundFollowUpDepositsForOneTimePayments',
              toYesNo(payment.refundFollowUpDepositsForOneTimePayments),
              { hint: tPayment('policies.refundFollowUpsHint') },
            ),
            line(
              'userServiceFeeDistributionPercentage',
              payment.userServiceFeeDistributionPercentage !== null && (
                <PayerShare share={payment.userServiceFeeDistributionPercentage} />
              ),
              { hint: tPayment('policies.payerFeeHint') },
            ),
          ]}
        />
      </Part>
      {children}
      <Part title={tPayment('facts.technical')}>
        <ReportedFacts
          collapse={collapse}
          lines={[
            ...(isCreatedHere ? [initiatedBy] : []),
            ...listTechnicalNames(paymentFields).map((name) => line(name)),
            line('processorType', payment.processorType, { hint: tPayment('facts.processorHint') }),
          ]}
        />
      </Part>
    </Section>
  );
}

/** A folded part. Printed pages show it open. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="printed-open">
      <Disclosure title={title}>{children}</Disclosure>
    </div>
  );
}
