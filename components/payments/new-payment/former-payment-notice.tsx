import { Banner } from '#components/ui/banner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tCreationDetails } from '#lib/messages/new-payment.ts';
import type { FormerPayment } from '#lib/payments/create/schema/details.ts';

/** Names the payment that the new one replaces or completes. */
export function FormerPaymentNotice({ businessId, former }: { businessId: string; former: FormerPayment }) {
  const kind = former.isRemainder ? 'completes' : 'replaces';
  return (
    <Banner tone="neutral" title={tCreationDetails(`${kind}.title`)}>
      {tCreationDetails.rich(`${kind}.body`, {
        link: () => (
          <TextLink href={`/${businessId}/payments/${former.paymentId}`}>
            {former.clientPaymentId ?? former.paymentId}
          </TextLink>
        ),
      })}
    </Banner>
  );
}
