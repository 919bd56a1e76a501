import { Banner } from '#components/ui/banner.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import { formatCounterparty } from '#lib/reviews/counterparties/model.ts';
import type { WatchEntry } from '#lib/reviews/counterparties/watch/schema.ts';
import { CounterpartyLink } from './counterparty-link.tsx';

/** Names the watched addresses and entities of a case, each with its reason. Renders nothing without any. */
export function WatchedNotice({
  businessId,
  watches,
}: {
  businessId: string;
  watches: readonly WatchEntry[];
}) {
  if (watches.length === 0) return null;
  return (
    <Banner tone="attention" title={tReviewCounterparty('watch.ofCase')}>
      <ul className="flex flex-col gap-1">
        {watches.map(({ watchId, counterparty, reason }) => (
          <li key={watchId}>
            <CounterpartyLink businessId={businessId} counterparty={counterparty}>
              <span className="wrap-anywhere">{ExternalText(formatCounterparty(counterparty))}</span>
            </CounterpartyLink>
            <span className="block whitespace-pre-wrap text-muted text-xs wrap-anywhere">{reason}</span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
