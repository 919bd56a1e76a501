import { Eye } from 'lucide-react';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time, ZoneNote } from '#components/ui/time.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import type { WatchEntry, WatchList } from '#lib/reviews/counterparties/watch/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CounterpartyLink } from './counterparty-link.tsx';
import { FindCounterparty } from './find-counterparty.tsx';

/** Lists the addresses and risk entities that compliance watches, and finds others. */
export function WatchListPage({
  businessId,
  list,
  isFirstPage,
}: {
  businessId: string;
  list: WatchList;
  isFirstPage: boolean;
}) {
  const reviews = `/${businessId}/reviews`;
  const here = `${reviews}/watch-list`;
  return (
    <>
      <PageHeader
        title={tReviewCounterparty('list.title')}
        back={{ href: reviews, label: tReviewTerms('back.reviews') }}
        description={
          <>
            {tReviewCounterparty('list.description')} <ZoneNote />
          </>
        }
      />
      {list.entries.length === 0 ? (
        <EmptyState icon={<Eye aria-hidden />} title={tReviewCounterparty('list.emptyTitle')}>
          <p>{tReviewCounterparty('list.emptyNote')}</p>
        </EmptyState>
      ) : (
        <DataTable labelledBy={pageTitleId}>
          <thead>
            <tr>
              <HeadCell>{tReviewCounterparty('list.watched')}</HeadCell>
              <HeadCell>{tReviewCounterparty('watch.reason')}</HeadCell>
              <HeadCell>{tReviewCounterparty('list.addedBy')}</HeadCell>
              <HeadCell numeric>{tReviewCounterparty('watch.expires')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {list.entries.map((entry) => (
              <Row key={entry.watchId}>
                <Cell>
                  <Watched businessId={businessId} entry={entry} />
                </Cell>
                <Cell className="max-w-80 truncate" data-tooltip={entry.reason}>
                  {entry.reason}
                </Cell>
                <Cell>{entry.addedBy.name}</Cell>
                <Cell numeric className="text-muted">
                  {entry.isExpired ? (
                    <Badge>{tReviewCounterparty('watch.expired')}</Badge>
                  ) : entry.expiresAt === null ? (
                    tReviewCounterparty('watch.noExpiry')
                  ) : (
                    <Time at={toUnixSeconds(entry.expiresAt)} />
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
      {(!isFirstPage || list.after !== null) && (
        <p className="flex gap-4 px-4 py-3 text-sm">
          {!isFirstPage && <TextLink href={here}>{tReviewCounterparty('list.newest')}</TextLink>}
          {list.after !== null && (
            <TextLink href={`${here}?after=${list.after}`}>{tReviewCounterparty('list.next')}</TextLink>
          )}
        </p>
      )}
      <div className="px-4 py-4">
        <FindCounterparty businessId={businessId} />
      </div>
    </>
  );
}

function Watched({ businessId, entry: { counterparty } }: { businessId: string; entry: WatchEntry }) {
  const name = counterparty.kind === 'entity' ? counterparty.name : counterparty.address;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1.5">
      <CounterpartyLink businessId={businessId} counterparty={counterparty}>
        <span className="wrap-anywhere">{ExternalText(name)}</span>
      </CounterpartyLink>
      <span className="text-muted text-xs">
        {counterparty.kind === 'address' && counterparty.tag !== null
          ? tReviewCounterparty('tag', { tag: counterparty.tag })
          : tReviewCounterparty(`kind.${counterparty.kind}`)}
      </span>
    </span>
  );
}
