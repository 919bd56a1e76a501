import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tPayment, tPaymentValues } from '#lib/messages/payments.ts';
import { calculateExpiry, findCheckoutObstacle, isCheckoutWithheld } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { hasDestinationTag } from '#lib/values/currencies.ts';
import { findAddressLink } from '#lib/values/links.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { findCheckoutLink } from './checkout-link.ts';
import { ObstacleBanner } from './checkout-obstacle.tsx';
import { explainMissingExpiry } from './explain-missing-expiry.ts';
import { QrCode } from './sharing/qr-code.tsx';

/** Shows how the payer pays: link, address with its tag, and expiry. */
export function CheckoutCard({
  payment,
  now,
  children,
}: {
  payment: PaymentDetail;
  now: UnixSeconds;
  /** How a person shares the link. */
  children?: ReactNode;
}) {
  const reportedLink = payment.url ?? payment.paymentUrl;
  const link = findCheckoutLink(payment);
  const obstacle = findCheckoutObstacle(payment, now);
  return (
    <Section title={tPayment('checkout.title')}>
      <div className="flex flex-col gap-3">
        {reportedLink !== null && !link && (
          <Banner tone="attention" title={tPayment('checkout.unsafeLink')}>
            {reportedLink}
          </Banner>
        )}
        {link && (
          <>
            {obstacle && <ObstacleBanner obstacle={obstacle} payment={payment} />}
            {!isCheckoutWithheld(obstacle) && <QrCode text={link} label={tPayment('checkout.qrCode')} />}
            <div className="flex flex-wrap gap-2">
              <LinkButton
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                prefetch={false}
                icon={<ExternalLink aria-hidden />}
              >
                {tPayment('checkout.open')}
              </LinkButton>
              <CopyTextButton text={link}>{tPayment('checkout.copy')}</CopyTextButton>
            </div>
          </>
        )}
        <CheckoutFacts payment={payment} now={now} />
        {children}
      </div>
    </Section>
  );
}

function CheckoutFacts({ payment, now }: { payment: PaymentDetail; now: UnixSeconds }) {
  const { walletAddress, destinationTag, expectedNetwork, depositCurrency, url, paymentUrl } = payment;
  return (
    <DescriptionList>
      <Fact label={tPayment('checkout.expires')} hint={tPayment('checkout.expiresHint')}>
        <Expiry payment={payment} now={now} />
      </Fact>
      <Fact label={tPayment('checkout.coin')}>
        {depositCurrency === null ? (
          <UnknownValue reason={tPaymentValues('noCoin')} />
        ) : (
          <CoinOnNetwork coin={depositCurrency} network={expectedNetwork} />
        )}
      </Fact>
      <Fact label={tPayment('checkout.address')} stacked>
        {walletAddress === null ? (
          <UnknownValue reason={tPayment('checkout.noAddress')} />
        ) : (
          <Identifier
            whole
            value={walletAddress}
            name={tPayment('checkout.copyNames.address')}
            href={findAddressLink(expectedNetwork ?? '', walletAddress)}
          />
        )}
      </Fact>
      {(destinationTag !== null || hasDestinationTag(expectedNetwork ?? '')) && (
        <Fact label={tPayment('checkout.destinationTag')} hint={tPayment('checkout.destinationTagHint')}>
          {destinationTag === null ? (
            <UnknownValue reason={tPaymentValues('notReported')} />
          ) : (
            <Identifier whole value={destinationTag} name={tPayment('checkout.copyNames.destinationTag')} />
          )}
        </Fact>
      )}
      {url !== null && (
        <Fact label={tPayment('checkout.link')} stacked>
          <Identifier whole value={url} name={tPayment('checkout.copyNames.link')} />
        </Fact>
      )}
      {paymentUrl !== null && paymentUrl !== url && (
        <Fact label={tPayment('checkout.paymentUrl')} hint={tPayment('checkout.paymentUrlHint')} stacked>
          <Identifier whole value={paymentUrl} name={tPayment('checkout.copyNames.paymentUrl')} />
        </Fact>
      )}
    </DescriptionList>
  );
}

/** Shows the expiry with a countdown while it lies ahead. */
function Expiry({ payment, now }: { payment: PaymentDetail; now: UnixSeconds }) {
  const at = calculateExpiry(payment);
  if (payment.type === 'REUSABLE') return tPayment('checkout.neverExpires');
  if (at === null) return <UnknownValue reason={explainMissingExpiry(payment)} />;
  return (
    <span className="flex flex-wrap gap-x-2">
      <DateTime at={at} />
      {at > now && (
        // Paper shows the full date in both places, so the countdown is hidden.
        <span className="text-muted print:hidden">
          <Time at={at} />
        </span>
      )}
    </span>
  );
}
