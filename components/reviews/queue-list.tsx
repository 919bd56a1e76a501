'use client';

import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { takeNextAction } from '#lib/reviews/actions.ts';
import type { Desk, QueueRow } from '#lib/reviews/queue/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { formatCaseName, queueColumns } from './queue-columns.tsx';
import { countOfPart, partAlone, QueueViews } from './queue-views.tsx';
import { isWorking } from './risk-source-state.ts';

const shape = outline<Desk>(withFields('counts', 'source', 'people'));

// Seldom empty, and what flags seldom fails.
const NothingWaits = lazy(() =>
  import('./nothing-waits.tsx').then((file) => ({ default: file.NothingWaits })),
);
const SourceBanner = lazy(() =>
  import('./source-banner.tsx').then((file) => ({ default: file.SourceBanner })),
);
const WaitingApprovals = lazy(() =>
  import('./waiting-approvals.tsx').then((file) => ({ default: file.WaitingApprovals })),
);
const CaseActs = lazy(() => import('./assign-bar.tsx').then((file) => ({ default: file.AssignBar })));
const preview: ListPreview = {
  noun: 'Case',
  path: 'reviews',
  Preview: lazy(() => import('./case-preview.tsx').then((file) => ({ default: file.CasePreview }))),
};

const totals: readonly SummedColumn[] = [
  { field: 'eur', label: 'EUR', currency: null },
  { field: 'amount', label: 'Amount', currency: 'currency' },
];

/** The list's description, with the people of this desk among those that a case can be assigned to. */
const specFor = ({ people, me }: Desk): ListSpec & { readonly name: 'reviews' } => {
  const { assignee } = queueList.filters;
  const others = people.filter(({ personId }) => personId !== me);
  const choices = [
    ...assignee.choices,
    ...others.map(({ personId, name }) => ({ value: personId, label: name })),
  ];
  return { ...queueList, filters: { ...queueList.filters, assignee: { ...assignee, choices } } };
};

/** What waits for compliance: parts, order, take next, acts on several. The address is the only state. */
export function QueueList({ start, desk: initial }: { start: ListStart<QueueRow>; desk: Desk }) {
  const { businessId } = start;
  const base = `/${businessId}/reviews`;
  const { data: desk } = useQuery({
    queryKey: ['b', businessId, 'reviews', 'desk'],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/reviews/desk`, shape, signal),
    initialData: initial,
    initialDataUpdatedAt: start.at,
  });
  const hrefOf = (row: QueueRow) => `${base}/${row.caseId}`;
  return (
    <List
      title="Reviews"
      spec={specFor(desk)}
      start={start}
      columns={queueColumns(hrefOf)}
      idOf={(row) => row.caseId}
      hrefOf={hrefOf}
      nameOf={formatCaseName}
      // The case has a version; what it is about changes by itself.
      markOf={(row) => JSON.stringify(row)}
      searchFor="case number, reference, ID, transaction"
      totals={totals}
      countOf={(query) => {
        const part = partAlone(query);
        return part === null ? null : countOfPart(desk, part);
      }}
      preview={preview}
      bulk={CaseActs}
      actions={
        <>
          <LinkButton href={`${base}/rules`}>Rules</LinkButton>
          <LinkButton href={`${base}/reports`}>Reports</LinkButton>
          <LinkButton href={`${base}/figures`}>Figures</LinkButton>
        </>
      }
      main={<TakeNext businessId={businessId} base={base} />}
      ways={({ query, hrefOf: to }) => <QueueViews query={query} hrefOf={to} desk={desk} />}
      notice={
        (desk.approvals !== null || (!isWorking(desk.source) && desk.counts.open > 0)) && (
          <Suspense>
            {desk.approvals !== null && <WaitingApprovals base={base} waiting={desk.approvals} />}
            {!isWorking(desk.source) && desk.counts.open > 0 && <SourceBanner source={desk.source} />}
          </Suspense>
        )
      }
      firstRun={
        <Suspense>
          <NothingWaits query={wholeList} source={desk.source} wholeHref={null} />
        </Suspense>
      }
      noMatch={(query, wholeHref) => (
        <Suspense>
          <NothingWaits query={query} source={desk.source} wholeHref={wholeHref} />
        </Suspense>
      )}
    />
  );
}

function TakeNext({ businessId, base }: { businessId: string; base: string }) {
  const router = useRouter();
  const { act, isPending } = useAction(businessId, 'reviews');
  const takeNext = async () => {
    const taken = await act(() => takeNextAction({ businessId }), { failed: 'No case was taken' });
    if (taken === null) return;
    if (taken.caseId === null) toast.neutral('No unassigned case is waiting');
    else router.push(`${base}/${taken.caseId}`);
  };
  return (
    <Button
      variant="primary"
      icon={<ShieldCheck aria-hidden />}
      isPending={isPending}
      onPress={() => void takeNext()}
    >
      Take next
    </Button>
  );
}
