import type { ReactNode } from 'react';
import { Section } from '#components/shell/section.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import type { FactLine } from '#components/ui/reported-facts.tsx';
import { ReportedFacts } from '#components/ui/reported-facts.tsx';
import { OutsideLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { formatEnumValue } from '#lib/lists/model/choice-filter.ts';
import { tPayment } from '#lib/messages/payment.ts';
import type { PaymentCreator } from '#lib/payments/create/schema/creator.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { toSafeLink } from '#lib/values/links.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';

const toOptionalSentence = (value: string | null) => (value === null ? null : formatEnumValue(value));
const toDateTime = (at: UnixSeconds | null) => (at === null ? null : <DateTime at={at} />);
const toYesNo = (value: boolean | null) =>
  value === null ? null : tPayment(value ? 'facts.yes' : 'facts.no');

/** Shows the recorded minutes. A request sends 0 for 7 days (§2.2); the record may hold another value. */
const renderMinutes = ({ expirationMinutes: count }: PaymentDetail) =>
  count === null
    ? null
    : tPayment.rich('facts.minutes', { count, number: () => <LocaleNumber value={count} /> });

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

/** Shows the facts of a payment record, without its amounts and checkout. */
export function PaymentFacts({
  payment,
  creator = null,
  title = tPayment('facts.title'),
  suffix = '',
  collapse = false,
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
}) {
  const line = (label: string, field: keyof PaymentDetail, value: ReactNode, hint?: string): FactLine => ({
    label,
    isReported: payment[field] !== null && payment[field] !== '',
    fact: (
      <Fact key={field} label={label} {...(hint ? { hint } : {})}>
        <ValueWithSource provenance={payment.provenance} field={field}>
          {value}
        </ValueWithSource>
      </Fact>
    ),
  });
  const redirect = payment.redirectUrl === null ? null : toSafeLink(payment.redirectUrl);
  return (
    <>
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
            line(tPayment('facts.type'), 'type', toOptionalSentence(payment.type)),
            line(tPayment('facts.rate'), 'rateType', toOptionalSentence(payment.rateType)),
            line(tPayment('facts.initiated'), 'paymentInitiatedAt', toDateTime(payment.paymentInitiatedAt)),
            line(
              tPayment('facts.initiatedBy'),
              'initiatedBy',
              payment.initiatedBy,
              tPayment('facts.initiatedByHint'),
            ),
            ...(creator === null
              ? []
              : [
                  {
                    label: tPayment('facts.createdHere'),
                    isReported: true,
                    fact: <CreatorFact key="creator" creator={creator} />,
                  },
                ]),
            line(tPayment('facts.requested'), 'paymentRequestedAt', toDateTime(payment.paymentRequestedAt)),
            line(
              tPayment('facts.timeFrame'),
              'expirationMinutes',
              renderMinutes(payment),
              tPayment('facts.timeFrameHint'),
            ),
            line(tPayment('facts.locale'), 'locale', payment.locale),
            line(
              tPayment('facts.redirect'),
              'redirectUrl',
              payment.redirectUrl &&
                (redirect ? (
                  <OutsideLink href={redirect.href} className="break-all">
                    {payment.redirectUrl}
                  </OutsideLink>
                ) : (
                  <span className="break-all">{payment.redirectUrl}</span>
                )),
              tPayment('facts.redirectHint'),
            ),
            line(tPayment('facts.redirectMode'), 'redirectMode', toOptionalSentence(payment.redirectMode)),
            line(
              tPayment('facts.processor'),
              'processorType',
              toOptionalSentence(payment.processorType),
              tPayment('facts.processorHint'),
            ),
          ]}
        />
      </Section>
      <Section title={`${tPayment('policies.title')}${suffix}`}>
        <ReportedFacts
          collapse={collapse}
          lines={[
            line(
              tPayment('policies.overpayment'),
              'overpaymentPolicy',
              toOptionalSentence(payment.overpaymentPolicy),
            ),
            line(
              tPayment('policies.refundFollowUps'),
              'refundFollowUpDepositsForOneTimePayments',
              toYesNo(payment.refundFollowUpDepositsForOneTimePayments),
              tPayment('policies.refundFollowUpsHint'),
            ),
            line(
              tPayment('policies.payerFee'),
              'userServiceFeeDistributionPercentage',
              payment.userServiceFeeDistributionPercentage,
              tPayment('policies.payerFeeHint'),
            ),
          ]}
        />
      </Section>
    </>
  );
}
