'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageHeader } from '#components/shell/page-header.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PaginationBar } from '#components/ui/pagination-bar.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { takeNextAction } from '#lib/reviews/actions.ts';
import type { QueuePage as QueueData, QueueQuery } from '#lib/reviews/schema.ts';
import { AssignBar } from './assign-bar.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { nameOf, QueueTable } from './queue-table.tsx';
import { QueueViews } from './queue-views.tsx';
import { useAct } from './use-act.ts';

const data = outline<QueueData>(withFields('rows', 'counts'));

const addressOf = ({ view, sort, page }: QueueQuery) =>
  `view=${view}&sort=${sort}${page > 1 ? `&page=${page}` : ''}`;

/** What waits for compliance: views, order, take next, assign. The address is the only state. */
export function QueuePage({ initial }: { initial: QueueData }) {
  const { businessId } = initial;
  const router = useRouter();
  const { act, isPending } = useAct(businessId);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const address = addressOf(initial.query);
  const queue = useQuery({
    queryKey: ['b', businessId, 'reviews', 'queue', address],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/reviews?${address}`, data, signal),
    initialData: initial,
    initialDataUpdatedAt: initial.now,
    placeholderData: keepPreviousData,
  });
  const { rows, counts, pages, source, people, me, query, now } = queue.data;
  const base = `/${businessId}/reviews`;
  const pageHref = (page: number) => `${base}?${addressOf({ ...query, page })}`;
  const chosen = rows
    .filter(({ caseId }) => picked.has(caseId))
    .map((row) => ({ caseId: row.caseId, number: row.number, version: row.version, name: nameOf(row) }));
  const takeNext = async () => {
    const taken = await act(() => takeNextAction({ businessId }), { failed: 'No case was taken' });
    if (taken === null) return;
    if (taken.caseId === null) toast.neutral('No unassigned case is waiting');
    else router.push(`${base}/${taken.caseId}`);
  };
  return (
    <>
      <PageHeader
        title="Reviews"
        count={counts.open}
        description={<ZoneNote />}
        actions={
          <>
            <LinkButton href={`${base}/rules`}>Rules</LinkButton>
            <LinkButton href={`${base}/reports`}>Reports</LinkButton>
            <LinkButton href={`${base}/figures`}>Figures</LinkButton>
            <Button
              variant="primary"
              icon={<ShieldCheck aria-hidden />}
              isPending={isPending}
              onPress={() => void takeNext()}
            >
              Take next
            </Button>
          </>
        }
        filters={<QueueViews base={base} query={query} counts={counts} />}
      />
      {queue.isError && (
        <div className="px-4 pb-3">
          <Banner tone="attention" title="The queue could not be brought up to date">
            {queue.error.message}
          </Banner>
        </div>
      )}
      {!source.connected && rows.length > 0 && (
        <div className="px-4 pb-3">
          <Banner tone="attention" title="No source of risk data is connected">
            Payments can’t be read from the service (SERVICE_PAYMENT_READ_PATH is not set), so new deposits
            under review, blocked deposits and assessments do not arrive here. Withdrawals do, by callback.
          </Banner>
        </div>
      )}
      {rows.length === 0 ? (
        <NothingWaits view={query.view} source={source} base={base} page={query.page} />
      ) : (
        <>
          {chosen.length > 0 && (
            <AssignBar
              businessId={businessId}
              cases={chosen}
              people={people}
              me={me}
              onDone={() => setPicked(new Set())}
            />
          )}
          <QueueTable base={base} rows={rows} now={now} picked={picked} onPick={setPicked} />
          <PaginationBar
            shown={`Page ${query.page} of ${pages}`}
            previousHref={query.page > 1 ? pageHref(query.page - 1) : null}
            nextHref={query.page < pages ? pageHref(query.page + 1) : null}
          />
        </>
      )}
    </>
  );
}
