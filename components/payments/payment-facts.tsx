'use client';

import type { ReactNode } from 'react';
import { Section } from '#components/shell/section.tsx';
import { SourcedValue } from '#components/timeline/known.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { OutsideLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { sentence } from '#lib/lists/model/choice-filter.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { safeLink } from '#lib/values/links.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';

const words = (value: string | null) => (value === null ? null : sentence(value));
const moment = (at: UnixSeconds | null) => (at === null ? null : <DateTime at={at} />);
const yesNo = (value: boolean | null) => (value === null ? null : value ? 'Yes' : 'No');

/** §2.2: 0 stands for 7 days in a request; what is recorded for it is shown as it came. */
const minutes = ({ expirationMinutes }: PaymentDetail, locale: string) =>
  expirationMinutes === null
    ? null
    : `${new Intl.NumberFormat(locale).format(expirationMinutes)} ${expirationMinutes === 1 ? 'minute' : 'minutes'}`;

/** What the payment's record says beside money and checkout. */
export function PaymentFacts({
  payment,
  title = 'Payment',
  suffix = '',
}: {
  payment: PaymentDetail;
  /** Where another section has that name. */
  title?: string;
  /** After the headings, where the page has the records of several. */
  suffix?: string;
}) {
  const line = (label: string, field: keyof PaymentDetail, value: ReactNode, hint?: string) => (
    <Fact label={label} {...(hint ? { hint } : {})}>
      <SourcedValue provenance={payment.provenance} field={field}>
        {value}
      </SourcedValue>
    </Fact>
  );
  const { locale } = useLocaleSettings();
  const redirect = payment.redirectUrl === null ? null : safeLink(payment.redirectUrl);
  return (
    <>
      <Section title={`${title}${suffix}`}>
        <DescriptionList>
          <Fact label="Payment ID" stacked>
            <Identifier whole value={payment.paymentId} name="payment ID" />
          </Fact>
          {line('Type', 'type', words(payment.type))}
          {line('Rate', 'rateType', words(payment.rateType))}
          {line('Initiated', 'paymentInitiatedAt', moment(payment.paymentInitiatedAt))}
          {line('Initiated by', 'initiatedBy', payment.initiatedBy)}
          {line('Requested', 'paymentRequestedAt', moment(payment.paymentRequestedAt))}
          {line(
            'Time frame',
            'expirationMinutes',
            minutes(payment, locale),
            'expirationMinutes, as recorded',
          )}
          {line('Locale', 'locale', payment.locale)}
          {line(
            'Redirect',
            'redirectUrl',
            payment.redirectUrl &&
              (redirect ? (
                <OutsideLink href={redirect.href} className="break-all">
                  {payment.redirectUrl}
                </OutsideLink>
              ) : (
                <span className="break-all">{payment.redirectUrl}</span>
              )),
            'Arriving there proves nothing about the money',
          )}
          {line('Redirect opens in', 'redirectMode', words(payment.redirectMode))}
          {line('Processor', 'processorType', words(payment.processorType), 'Deprecated')}
        </DescriptionList>
      </Section>
      <Section title={`Policies${suffix}`}>
        <DescriptionList>
          {line('Overpayment', 'overpaymentPolicy', words(payment.overpaymentPolicy))}
          {line(
            'Refund follow-ups',
            'refundFollowUpDepositsForOneTimePayments',
            yesNo(payment.refundFollowUpDepositsForOneTimePayments),
            'Whether later deposits to a one-time payment are refunded',
          )}
          {line(
            'Fee borne by payer',
            'userServiceFeeDistributionPercentage',
            payment.userServiceFeeDistributionPercentage,
            'userServiceFeeDistributionPercentage, as received: its scale is not shown',
          )}
        </DescriptionList>
      </Section>
    </>
  );
}
