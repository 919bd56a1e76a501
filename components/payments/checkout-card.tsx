'use client';

import { ExternalLink } from 'lucide-react';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import { DateTime, Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { calculateExpiry } from '#lib/payments/model.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { networkUsesTag } from '#lib/values/currencies.ts';
import { addressLink, safeLink } from '#lib/values/links.ts';
import { QrCode } from './new-payment/qr-code.tsx';
import { whyNoExpiry } from './why-no-expiry.ts';

const open: ReadonlySet<string> = new Set(['NEW', 'PENDING', 'AWAITING']);

/** Where the payer pays: link, address with its tag, and how long it should be good for. */
export function CheckoutCard({ payment }: { payment: PaymentDetail }) {
  const told = payment.url ?? payment.paymentUrl;
  const link = told === null ? null : safeLink(told);
  const isOpen = payment.status === null || open.has(payment.status) || payment.type === 'REUSABLE';
  return (
    <Section title="Checkout">
      <div className="flex flex-col gap-3">
        {told !== null && !link && (
          <Banner tone="attention" title="The checkout link is not safe to follow">
            {told}
          </Banner>
        )}
        {link && (
          <>
            {isOpen && <QrCode text={link.href} label="QR code of the checkout link" />}
            <div className="flex flex-wrap gap-2">
              <LinkButton
                href={link.href}
                target="_blank"
                rel="noopener noreferrer"
                prefetch={false}
                icon={<ExternalLink aria-hidden />}
              >
                Open checkout
              </LinkButton>
              <CopyTextButton text={link.href}>Copy link</CopyTextButton>
            </div>
          </>
        )}
        <CheckoutFacts payment={payment} />
      </div>
    </Section>
  );
}

function CheckoutFacts({ payment }: { payment: PaymentDetail }) {
  const { walletAddress, destinationTag, expectedNetwork, depositCurrency, url, paymentUrl } = payment;
  return (
    <DescriptionList>
      <Fact label="Expires" hint="Reckoned here unless a callback told it; the status is the service’s">
        <Expiry payment={payment} />
      </Fact>
      <Fact label="Coin">
        {depositCurrency === null ? (
          <Unknown reason="The payer has not chosen a coin." />
        ) : (
          <CoinOnNetwork coin={depositCurrency} network={expectedNetwork} />
        )}
      </Fact>
      <Fact label="Address" stacked>
        {walletAddress === null ? (
          <Unknown reason="There is none until the payer has chosen a coin." />
        ) : (
          <Identifier
            whole
            value={walletAddress}
            name="address"
            href={addressLink(expectedNetwork ?? '', walletAddress)}
          />
        )}
      </Fact>
      {(destinationTag !== null || networkUsesTag(expectedNetwork ?? '')) && (
        <Fact label="Destination tag" hint="Without it the money can’t be told apart on this network">
          {destinationTag === null ? (
            <Unknown reason="The record does not tell it." />
          ) : (
            <Identifier whole value={destinationTag} name="destination tag" />
          )}
        </Fact>
      )}
      {url !== null && (
        <Fact label="Link" stacked>
          <Identifier whole value={url} name="checkout link" />
        </Fact>
      )}
      {paymentUrl !== null && paymentUrl !== url && (
        <Fact label="paymentUrl" hint="Of the create answer; it differs from the record’s url" stacked>
          <Identifier whole value={paymentUrl} name="paymentUrl" />
        </Fact>
      )}
    </DescriptionList>
  );
}

/** Counts down while the payment is open. */
function Expiry({ payment }: { payment: PaymentDetail }) {
  const now = useNow();
  const at = calculateExpiry(payment);
  if (payment.type === 'REUSABLE') return <>Never: the payment is reusable</>;
  if (at === null)
    return <Unknown reason={whyNoExpiry(payment, 'Neither a time nor a time frame has been told.')} />;
  return (
    <span className="flex flex-wrap gap-x-2">
      <DateTime at={at} />
      {at > now && (
        // On paper both are the whole moment.
        <span className="text-muted print:hidden">
          <Time at={at} />
        </span>
      )}
    </span>
  );
}
