import { Banner } from '#components/ui/banner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';

/** The request's payments besides the one that is shown, known or not: each may have a link that can be paid. */
export function AlsoMade({ intent }: { intent: IntentView }) {
  const others = intent.payments.filter(({ paymentId }) => paymentId !== intent.paymentId);
  // Until one is created, the page is about nothing else.
  const unaccounted = intent.state === 'CREATED' && intent.unaccounted > 0;
  if (others.length === 0 && !unaccounted) return null;
  return (
    <Banner tone="attention" title="More than one payment may be payable: hand out only one link">
      <ul className="flex flex-col gap-1">
        {others.map(({ paymentId, confirmed }) => (
          <li key={paymentId} className="wrap-anywhere">
            {confirmed ? 'Also made: ' : 'Also seen under this client payment ID: '}
            <TextLink href={`/${intent.businessId}/payments/${paymentId}`}>{paymentId}</TextLink>
          </li>
        ))}
        {unaccounted && (
          <li>
            The request was sent {intent.attempts} times and not answered each time: another payment may
            exist, with a link that is not known here.
          </li>
        )}
      </ul>
    </Banner>
  );
}
