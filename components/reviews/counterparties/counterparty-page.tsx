import { PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import type { Counterparty } from '#lib/reviews/counterparties/model.ts';
import type { CounterpartyView } from '#lib/reviews/counterparties/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CounterpartyLink } from './counterparty-link.tsx';
import { CounterpartyNotes } from './counterparty-notes.tsx';
import { CounterpartyRecords, CounterpartyTotals } from './counterparty-records.tsx';
import { WatchPanel } from './watch-panel.tsx';

/** Shows all records, totals and cases of an address or risk entity, and its entry on the watch list. */
export function CounterpartyPage({ view }: { view: CounterpartyView }) {
  const { businessId, counterparty, watch } = view;
  const reviews = `/${businessId}/reviews`;
  return (
    <>
      <PageHeader
        title={
          counterparty.kind === 'entity' ? (
            ExternalText(counterparty.name)
          ) : (
            <Identifier whole value={counterparty.address} name={tReviewCounterparty('copyAddress')} />
          )
        }
        back={{ href: reviews, label: tReviewTerms('back.reviews') }}
        mark={<Marks counterparty={counterparty} isWatched={watch !== null && !watch.isExpired} />}
        description={
          <>
            {describeCounterparty(counterparty)} <ZoneNote />
          </>
        }
        actions={
          <LinkButton href={`${reviews}/watch-list`}>{tReviewCounterparty('links.watchList')}</LinkButton>
        }
      />
      <div className="grid gap-4 px-4 pb-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Notes view={view} />
          <CounterpartyTotals totals={view.totals} />
          <CounterpartyRecords view={view} />
          <CounterpartyNotes view={view} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Summary view={view} />
          <WatchPanel
            businessId={businessId}
            counterparty={counterparty}
            watch={watch}
            draftSubject={view.draftSubject}
          />
          <Cases view={view} />
        </div>
      </div>
    </>
  );
}

function describeCounterparty(counterparty: Counterparty): string {
  if (counterparty.kind === 'entity') return tReviewCounterparty('description.entity');
  return tReviewCounterparty(counterparty.tag === null ? 'description.address' : 'description.tagged');
}

const Marks = ({ counterparty, isWatched }: { counterparty: Counterparty; isWatched: boolean }) => (
  <span className="inline-flex flex-wrap items-center gap-1.5">
    <Badge>{tReviewCounterparty(`kind.${counterparty.kind}`)}</Badge>
    {counterparty.kind === 'address' && counterparty.tag !== null && (
      <Badge>{tReviewCounterparty('tag', { tag: counterparty.tag })}</Badge>
    )}
    {isWatched && <Badge tone="attention">{tReviewCounterparty('watch.watched')}</Badge>}
  </span>
);

function Notes({ view }: { view: CounterpartyView }) {
  const { businessId, counterparty, isBounded, readRecords } = view;
  return (
    <>
      {isBounded && (
        <Banner title={tReviewCounterparty('notes.bounded', { count: readRecords })}>
          {counterparty.kind === 'address' && (
            <span className="flex flex-wrap gap-x-3">
              {(['deposits', 'withdrawals'] as const).map((list) => (
                <TextLink
                  key={list}
                  href={`/${businessId}/${list}?q=${encodeURIComponent(counterparty.address)}`}
                >
                  {tReviewCounterparty(`links.${list}`)}
                </TextLink>
              ))}
            </span>
          )}
        </Banner>
      )}
      {counterparty.kind === 'address' && (
        <p className="text-muted text-sm">
          {counterparty.tag === null
            ? tReviewCounterparty('notes.sharedAddress')
            : tReviewCounterparty.rich('notes.taggedSender', {
                link: (text) => (
                  <CounterpartyLink businessId={businessId} counterparty={{ ...counterparty, tag: null }}>
                    {text}
                  </CounterpartyLink>
                ),
              })}
        </p>
      )}
    </>
  );
}

const Seen = ({ at }: { at: Instant | null }) =>
  at === null ? (
    <UnknownValue reason={tReviewCounterparty('seen.never')} />
  ) : (
    <DateTime at={toUnixSeconds(at)} />
  );

function Summary({ view }: { view: CounterpartyView }) {
  const { businessId, counterparty, tags } = view;
  return (
    <Section title={tReviewCounterparty('seen.title')}>
      <DescriptionList>
        <Fact label={tReviewCounterparty('seen.first')} stacked>
          <Seen at={view.firstSeen} />
        </Fact>
        <Fact label={tReviewCounterparty('seen.last')} stacked>
          <Seen at={view.lastSeen} />
        </Fact>
        {counterparty.kind === 'address' && tags.length > 0 && (
          <Fact label={tReviewCounterparty('seen.tags')} stacked>
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {tags.map((tag) => (
                <CounterpartyLink key={tag} businessId={businessId} counterparty={{ ...counterparty, tag }}>
                  <span className="wrap-anywhere">{ExternalText(tag)}</span>
                </CounterpartyLink>
              ))}
            </span>
          </Fact>
        )}
      </DescriptionList>
    </Section>
  );
}

function Cases({ view }: { view: CounterpartyView }) {
  const { businessId, cases } = view;
  return (
    <Section title={tReviewCounterparty('cases.title')} count={cases.length}>
      {cases.length === 0 ? (
        <p className="text-muted text-sm">{tReviewCounterparty('cases.empty')}</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {cases.map(({ caseId, number, state }) => (
            <li key={caseId} className="flex items-baseline justify-between gap-3">
              <TextLink prefetch={false} href={`/${businessId}/reviews/${caseId}`}>
                {tReviewTerms('caseNumber', { number: String(number) })}
              </TextLink>
              <span className="text-muted text-xs">{tReviewTerms(`caseStates.${state}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
