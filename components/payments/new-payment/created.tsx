import { ExternalLink } from 'lucide-react';
import { AmountText } from '#components/money/amount-text.tsx';
import { PageColumns } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { AlsoMade } from './also-made.tsx';
import { QrCode } from './qr-code.tsx';
import { SentFacts } from './sent-facts.tsx';
import { Sharing } from './sharing.tsx';

/** The payment exists: its link in every form that it can be handed over in. */
export function CreatedPayment({ intent, onAnother }: { intent: IntentView; onAnother: () => void }) {
  const { businessId, paymentId, paymentUrl } = intent;
  const sent = new Map(intent.sent.map(({ field, value }) => [field, value]));
  const answered = intent.payments.some((one) => one.paymentId === paymentId && one.confirmed);
  const amount = parseAmount(sent.get('displayAmount') ?? sent.get('depositAmount') ?? '');
  return (
    <PageColumns aside={<SentFacts intent={intent} />}>
      <Banner tone="good" title="Payment created">
        {answered || paymentId === null
          ? 'The service confirmed it under the client payment ID '
          : 'No answer to this request was kept, but a payment was seen under the client payment ID '}
        {intent.clientPaymentId}.
      </Banner>
      <AlsoMade intent={intent} />
      <Section title="Checkout">
        <div className="flex flex-wrap gap-6 py-1">
          <div className="flex min-w-0 flex-1 basis-72 flex-col gap-4">
            <AmountText
              amount={amount}
              currency={sent.get('displayCurrency') ?? sent.get('depositCurrency')}
              size="large"
            />
            {paymentUrl === null ? (
              <p className="text-muted text-sm">
                No checkout link is known: the payment was told of by another source than the answer to this
                request.
              </p>
            ) : (
              <>
                <Identifier value={paymentUrl} name="checkout link" whole />
                <div className="flex flex-wrap gap-2">
                  <LinkButton
                    href={paymentUrl}
                    target="_blank"
                    rel="noopener noreferrer"
                    prefetch={false}
                    variant="primary"
                    icon={<ExternalLink aria-hidden />}
                  >
                    Open checkout
                  </LinkButton>
                  <CopyTextButton text={paymentUrl}>Copy link</CopyTextButton>
                </div>
              </>
            )}
          </div>
          {paymentUrl !== null && <QrCode text={paymentUrl} label="QR code of the checkout link" />}
        </div>
      </Section>
      {paymentUrl !== null && <Sharing link={paymentUrl} sent={sent} />}
      <div className="flex flex-wrap gap-2">
        {paymentId !== null && (
          <LinkButton href={`/${businessId}/payments/${paymentId}`}>Go to the payment</LinkButton>
        )}
        <Button onPress={onAnother}>Create another</Button>
      </div>
    </PageColumns>
  );
}
