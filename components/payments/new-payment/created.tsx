'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { AmountText } from '#components/money/amount-text.tsx';
import { PageColumns } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import type { CustomerMessagesView } from '#lib/customer-messages/schema.ts';
import { tNewPayment, tPaymentOutcome } from '#lib/messages/new-payment.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { findCheckoutObstacle, isCheckoutWithheld } from '#lib/payments/model.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { ObstacleBanner } from '../checkout-obstacle.tsx';
import { paymentQuery } from '../payment-query.ts';
import { CheckoutSharing } from '../sharing/checkout-sharing.tsx';
import { QrCode } from '../sharing/qr-code.tsx';
import { ShareFiles } from '../sharing/share-files.tsx';
import { OtherPayments } from './other-payments.tsx';
import { FoldedSentFacts } from './sent-facts.tsx';

/** Milliseconds in which a payment can't have expired, because the service accepts no shorter validity than a minute. */
const surelyPayableMs = 60_000;

/** Returns the payment of a request as last reported. It is null until it is read. */
function useReportedPayment({ businessId, paymentId }: Pick<IntentView, 'businessId' | 'paymentId'>) {
  const { data } = useQuery({
    ...paymentQuery(businessId, paymentId ?? ''),
    enabled: paymentId !== null,
  });
  return data?.payment ?? null;
}

/**
 * Shows a created payment with its link in every form that can be shared. A payment that was opened again and can't be
 * paid any more shows why, without a QR code and texts for customers.
 */
export function CreatedPayment({
  intent,
  messages,
  onAnother,
}: {
  intent: IntentView;
  messages: CustomerMessagesView;
  onAnother: () => void;
}) {
  const { businessId, paymentId, paymentUrl } = intent;
  const now = useNow();
  const payment = useReportedPayment(intent);
  const obstacle = payment === null ? null : findCheckoutObstacle(payment, now);
  // A payment that was created just now is payable before it is read. An older one may have expired.
  const isWithheld =
    payment === null ? now * 1_000 - intent.createdAt > surelyPayableMs : isCheckoutWithheld(obstacle);
  const sent = new Map(intent.sent.map(({ field, value }) => [field, value]));
  const isAnswered = intent.payments.some((payment) => payment.paymentId === paymentId && payment.confirmed);
  const amount = parseAmount(sent.get('displayAmount') ?? sent.get('depositAmount') ?? '');
  return (
    <PageColumns
      aside={
        <div data-print="hidden">
          <FoldedSentFacts intent={intent} />
        </div>
      }
    >
      {/* Paper is for the customer: amount, reference, link and QR code, without what only the team needs. */}
      <div className="flex flex-col gap-6" data-print="hidden">
        <Banner tone="good" title={tPaymentOutcome('created.title')}>
          {tPaymentOutcome(isAnswered || paymentId === null ? 'created.confirmed' : 'created.observed', {
            clientPaymentId: intent.clientPaymentId,
          })}
        </Banner>
        <OtherPayments intent={intent} />
      </div>
      <Section title={tPaymentOutcome('created.checkout')}>
        {payment !== null && obstacle !== null && <ObstacleBanner obstacle={obstacle} payment={payment} />}
        <div className="flex flex-wrap gap-6 py-1">
          <div className="flex min-w-0 flex-1 basis-72 flex-col gap-4">
            <div className="flex flex-col gap-0.5">
              <AmountText
                amount={amount}
                currency={sent.get('displayCurrency') ?? sent.get('depositCurrency')}
                size="large"
                exact
              />
              <Identifier value={intent.clientPaymentId} name={tNewPayment('clientPaymentId.label')} whole />
            </div>
            {payment === null && isWithheld && (
              <p className="text-muted text-sm">{tPaymentOutcome('created.stateUnknown')}</p>
            )}
            {paymentUrl === null ? (
              <p className="text-muted text-sm">{tPaymentOutcome('created.noLink')}</p>
            ) : (
              <>
                <Identifier value={paymentUrl} name={tPaymentOutcome('created.copyName')} whole />
                <div className="flex flex-wrap gap-2">
                  <LinkButton
                    href={paymentUrl}
                    target="_blank"
                    rel="noopener noreferrer"
                    prefetch={false}
                    variant="primary"
                    icon={<ExternalLink aria-hidden />}
                  >
                    {tPaymentOutcome('created.open')}
                  </LinkButton>
                  <CopyTextButton text={paymentUrl}>{tPaymentOutcome('created.copy')}</CopyTextButton>
                </div>
              </>
            )}
          </div>
          {paymentUrl !== null && !isWithheld && (
            <>
              <QrCode text={paymentUrl} label={tPaymentOutcome('created.qrCode')} />
              {/* Below both, so that a phone shows the code first. */}
              <div className="basis-full">
                <ShareFiles link={paymentUrl} name={intent.clientPaymentId} />
              </div>
            </>
          )}
        </div>
      </Section>
      {paymentUrl !== null && !isWithheld && (
        <CheckoutSharing
          businessId={businessId}
          link={paymentUrl}
          terms={sent}
          messages={messages}
          kinds={['request']}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {paymentId !== null && (
          <LinkButton href={`/${businessId}/payments/${paymentId}`}>
            {tPaymentOutcome('goToPayment')}
          </LinkButton>
        )}
        {paymentId !== null && (
          <LinkButton prefetch={false} href={`/${businessId}/payments/new?like=${paymentId}`}>
            {tPaymentOutcome('createLikeThis')}
          </LinkButton>
        )}
        <Button onPress={onAnother}>{tPaymentOutcome('createAnother')}</Button>
      </div>
    </PageColumns>
  );
}
