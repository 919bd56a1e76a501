import { Section } from '#components/shell/section.tsx';
import { InferredStatus } from '#components/status/status.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import { tResolutionReasons } from '#lib/messages/exceptions.ts';
import { tPayment, tPaymentValues } from '#lib/messages/payments.ts';
import type { LinkedPayment } from '#lib/payments/create/schema/details.ts';
import { listExceptionReasons } from '#lib/payments/model.ts';
import { listMismatches, specifyMismatch } from '#lib/payments/model-mismatch.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ExceptionAdvice } from './exception-advice.tsx';
import { ReopenException } from './reopen-exception.tsx';

/**
 * Shows why a payment is an exception, and finance's work on it. Shows nothing for a payment that never was one.
 */
export function PaymentException({
  businessId,
  payment,
  deposits,
  remainders,
  mayCreate,
  mayWork,
}: {
  businessId: string;
  payment: PaymentDetail;
  deposits: readonly DepositDetail[];
  /** The payments that request the rest of this one. */
  remainders: readonly LinkedPayment[];
  mayCreate: boolean;
  /** The person works on exceptions. */
  mayWork: boolean;
}) {
  const reasons = listExceptionReasons(payment);
  const work = payment.exceptionWork;
  if (reasons.length === 0 && work === null) return null;
  const isResolved = work !== null && work.resolvedAt !== null;
  const state = reasons.length === 0 ? 'ended' : isResolved ? 'resolved' : 'open';
  const query = { ...wholeList, choices: exceptionList.unfilteredChoices, only: [payment.paymentId] };
  const address = listAddress(query);
  return (
    <Section
      title={tPayment('exception.title')}
      actions={
        reasons.length > 0 && (
          <TextLink href={`/${businessId}/exceptions?${address}`} prefetch={false} className="text-sm">
            {tPayment('exception.openInList')}
          </TextLink>
        )
      }
    >
      <DescriptionList>
        <Fact label={tPayment('exception.state')}>{tPaymentValues(`exceptionStates.${state}`)}</Fact>
        {reasons.length > 0 && (
          <Fact label={tPayment('exception.reasons')}>
            <span className="inline-flex flex-wrap gap-1">
              {specifyMismatch(reasons, listMismatches(payment, deposits)).map((reason) => (
                <InferredStatus key={reason} state={reason} />
              ))}
            </span>
          </Fact>
        )}
        <Fact label={tPayment('exception.assignee')}>{work?.owner ?? tPayment('exception.unassigned')}</Fact>
        {work !== null && (
          <>
            {isResolved && work.resolvedAt !== null && (
              <Fact label={tPayment('exception.resolved')}>
                {tPayment.rich('facts.creator', {
                  person: work.resolvedBy ?? tPayment('facts.formerColleague'),
                  time: () => <DateTime at={toUnixSeconds(work.resolvedAt ?? work.changedAt)} />,
                })}
              </Fact>
            )}
            {isResolved && work.resolutionReason !== null && (
              <Fact label={tResolutionReasons('label')}>
                {tResolutionReasons(`reasons.${work.resolutionReason}`)}
              </Fact>
            )}
            <Fact label={tPayment('exception.changed')}>
              <DateTime at={toUnixSeconds(work.changedAt)} />
            </Fact>
            {work.note !== '' && (
              <Fact label={tPayment('exception.note')} stacked>
                <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{work.note}</span>
              </Fact>
            )}
          </>
        )}
      </DescriptionList>
      {state === 'resolved' && mayWork && (
        <div className="pt-3">
          <ReopenException businessId={businessId} address={address} />
        </div>
      )}
      {state === 'open' && (
        <div className="pt-3">
          <ExceptionAdvice
            businessId={businessId}
            payment={payment}
            deposits={deposits}
            remainders={remainders}
            mayCreate={mayCreate}
          />
        </div>
      )}
    </Section>
  );
}
