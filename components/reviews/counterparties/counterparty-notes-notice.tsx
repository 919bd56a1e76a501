import { Banner } from '#components/ui/banner.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import { formatCounterparty } from '#lib/reviews/counterparties/model.ts';
import type { CaseCounterpartyNote } from '#lib/reviews/counterparties/schema-notes.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CounterpartyLink } from './counterparty-link.tsx';

/** Shows the newest notes about the addresses and risk entities of a case. Renders nothing without any. */
export function CounterpartyNotesNotice({
  businessId,
  notes,
}: {
  businessId: string;
  notes: readonly CaseCounterpartyNote[];
}) {
  if (notes.length === 0) return null;
  return (
    <Banner title={tReviewCounterparty('note.ofCase')}>
      <ul className="flex flex-col gap-2">
        {notes.map(({ noteId, counterparty, text, person, at }) => (
          <li key={noteId}>
            <CounterpartyLink businessId={businessId} counterparty={counterparty}>
              <span className="wrap-anywhere">{ExternalText(formatCounterparty(counterparty))}</span>
            </CounterpartyLink>
            <span className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">{text}</span>
            <span className="block text-muted text-xs">
              <bdi>{person.name}</bdi> · <Time at={toUnixSeconds(at)} />
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
