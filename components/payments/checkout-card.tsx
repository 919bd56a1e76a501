'use client';

import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { findStatusStyle } from '#components/status/status-table.ts';
import { Banner } from '#components/ui/banner.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { tPayment } from '#lib/messages/payment.ts';
import type { CheckoutObstacle } from '#lib/payments/model.ts';
import { calculateExpiry, findCheckoutObstacle, isCheckoutWithheld } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { hasDestinationTag } from '#lib/values/currencies.ts';
import { addressLink } from '#lib/values/links.ts';
import { findCheckoutLink } from './checkout-link.ts';
import { explainMissingExpiry } from './explain-missing-expiry.ts';

const QrCode = lazy(() => import('./new-payment/qr-code.tsx').then((file) => ({ default: file.QrCode })));

/** The QR code of a link, as the server rendered it. */
export type RenderedQrCode = { readonly link: string; readonly image: ReactNode };

/** Shows how the payer pays: link, address with its tag, and expiry. */
export function CheckoutCard({ payment, qrCode }: { payment: PaymentDetail; qrCode: RenderedQrCode | null }) {
  const reportedLink = payment.url ?? payment.paymentUrl;
  const link = findCheckoutLink(payment);
  const obstacle = findCheckoutObstacle(payment, useNow());
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
            {!isCheckoutWithheld(obstacle) && <CheckoutQrCode link={link} rendered={qrCode} />}
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
        <CheckoutFacts payment={payment} />
      </div>
    </Section>
  );
}

/** Explains why the payer should not pay, and why there is no QR code. */
function ObstacleBanner({ obstacle, payment }: { obstacle: CheckoutObstacle; payment: PaymentDetail }) {
  if (obstacle === 'status')
    return (
      <Banner
        title={tPayment('checkout.obstacle.status.title', {
          status: findStatusStyle('payment', payment.status ?? '').label,
        })}
      >
        {tPayment('checkout.obstacle.status.body')}
      </Banner>
    );
  return (
    <Banner tone="attention" title={tPayment(`checkout.obstacle.${obstacle}.title`)}>
      {tPayment(`checkout.obstacle.${obstacle}.body`)}
    </Banner>
  );
}

/** Shows the server's QR code. The browser draws one only when the link was reported after the page was loaded. */
function CheckoutQrCode({ link, rendered }: { link: string; rendered: RenderedQrCode | null }) {
  if (rendered?.link === link) return rendered.image;
  return (
    <Suspense fallback={<Skeleton className="aspect-square w-full max-w-48" />}>
      <QrCode text={link} label={tPayment('checkout.qrCode')} />
    </Suspense>
  );
}

function CheckoutFacts({ payment }: { payment: PaymentDetail }) {
  const { walletAddress, destinationTag, expectedNetwork, depositCurrency, url, paymentUrl } = payment;
  return (
    <DescriptionList>
      <Fact label={tPayment('checkout.expires')} hint={tPayment('checkout.expiresHint')}>
        <Expiry payment={payment} />
      </Fact>
      <Fact label={tPayment('checkout.coin')}>
        {depositCurrency === null ? (
          <Unknown reason={tPayment('noCoin')} />
        ) : (
          <CoinOnNetwork coin={depositCurrency} network={expectedNetwork} />
        )}
      </Fact>
      <Fact label={tPayment('checkout.address')} stacked>
        {walletAddress === null ? (
          <Unknown reason={tPayment('checkout.noAddress')} />
        ) : (
          <Identifier
            whole
            value={walletAddress}
            name={tPayment('checkout.copyNames.address')}
            href={addressLink(expectedNetwork ?? '', walletAddress)}
          />
        )}
      </Fact>
      {(destinationTag !== null || hasDestinationTag(expectedNetwork ?? '')) && (
        <Fact label={tPayment('checkout.destinationTag')} hint={tPayment('checkout.destinationTagHint')}>
          {destinationTag === null ? (
            <Unknown reason={tPayment('notReported')} />
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
function Expiry({ payment }: { payment: PaymentDetail }) {
  const now = useNow();
  const at = calculateExpiry(payment);
  if (payment.type === 'REUSABLE') return tPayment('checkout.neverExpires');
  if (at === null) return <Unknown reason={explainMissingExpiry(payment)} />;
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
