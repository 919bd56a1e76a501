import { Banner } from '#components/ui/banner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tCreationDetails } from '#lib/messages/creation-details.ts';
import type { LinkedPayment } from '#lib/payments/create/schema/details.ts';

/** Names the expired payment that the form repeats. */
export function FormerPaymentNotice({ businessId, former }: { businessId: string; former: LinkedPayment }) {
  return (
    <Banner tone="neutral" title={tCreationDetails('replaces.title')}>
      {tCreationDetails.rich('replaces.body', {
        link: () => (
          <TextLink href={`/${businessId}/payments/${former.paymentId}`}>
            {former.clientPaymentId ?? former.paymentId}
          </TextLink>
        ),
      })}
    </Banner>
  );
}
