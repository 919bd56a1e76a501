'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { deskKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import { tReviewTakeNext } from '#lib/messages/reviews.ts';
import type { Desk, QueueRow } from '#lib/reviews/queue/schema.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { RiskSourceBanner } from '../cases/risk-source-banner.tsx';
import { isWorking } from '../cases/risk-source-state.ts';
import { useTakeNext } from '../decisions/use-take-next.ts';
import { WaitingApprovals } from '../decisions/waiting-approvals.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { formatCaseName, queueColumns } from './queue-columns.tsx';
import { countCases, findUnfilteredView, QueueViews } from './queue-views.tsx';

const deskShape = checkFields<Desk>(withFields('counts', 'source', 'people', 'categories'));

// Shown once rows are selected.
const SelectedCaseActions = lazy(() =>
  import('./selected-case-actions.tsx').then((file) => ({ default: file.SelectedCaseActions })),
);

const preview: ListPreview = {
  noun: tReviewTerms('case'),
  path: 'reviews',
  Preview: lazy(() =>
    import('../cases/case-side-panel.tsx').then((file) => ({ default: file.CaseSidePanel })),
  ),
  wide: true,
};

const totals: readonly SummedColumn[] = [
  { field: 'eur', label: tReviewQueue('totals.eur'), currency: null },
  { field: 'amount', label: tReviewQueue('totals.amount'), currency: 'currency' },
];

/** Adds the people and risk categories of this desk to the choices of their filters. */
const createListSpec = ({ people, categories, me }: Desk): ListSpec & { readonly name: 'reviews' } => {
  const { assignee, category } = queueList.filters;
  const others = people.filter(({ personId }) => personId !== me);
  const choices = [
    ...assignee.choices,
    ...others.map(({ personId, name }) => ({ value: personId, label: name })),
  ];
  const filters = {
    ...queueList.filters,
    assignee: { ...assignee, choices },
    category: { ...category, choices: toCodeChoices(categories) },
  };
  return { ...queueList, filters };
};

/** Shows the review queue. The address holds all of its state: view, filters, order and page. */
export function QueueList({ start }: { start: ListStart }) {
  const { businessId } = start;
  const base = `/${businessId}/reviews`;
  const { data: desk } = useSuspenseQuery({
    queryKey: deskKey(businessId),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/reviews/desk`, deskShape, signal),
  });
  const { approvals, source } = desk;
  const isWarned = !isWorking(source) && desk.counts.open > 0;
  const toHref = (row: QueueRow) => `${base}/${row.caseId}`;
  return (
    <List
      title={tReviewQueue('title')}
      spec={createListSpec(desk)}
      start={start}
      columns={queueColumns(toHref)}
      getId={(row) => row.caseId}
      getHref={toHref}
      getName={formatCaseName}
      // The whole row is compared: the subject changes without a new version of the case.
      getMark={(row) => JSON.stringify(row)}
      searchFor={tReviewQueue('searchFields')}
      totals={totals}
      getCount={(query) => {
        const view = findUnfilteredView(query);
        return view === null ? null : countCases(desk, view);
      }}
      preview={preview}
      newRowsText={(count, shown) => tReviewQueue('newCases', { count, shown })}
      bulk={SelectedCaseActions}
      actions={
        // On a phone the links are below the search, as many on a line as fit.
        <div className="contents max-md:flex max-md:basis-full max-md:flex-wrap max-md:gap-2">
          <LinkButton href={`${base}/rules`}>{tReviewQueue('links.rules')}</LinkButton>
          <LinkButton href={`${base}/reports`}>{tReviewQueue('links.reports')}</LinkButton>
          <LinkButton href={`${base}/watch-list`}>{tReviewQueue('links.watchList')}</LinkButton>
          <LinkButton href={`${base}/figures`}>{tReviewQueue('links.figures')}</LinkButton>
        </div>
      }
      main={<TakeNext businessId={businessId} />}
      ways={({ query, getHref }) => <QueueViews query={query} getHref={getHref} desk={desk} />}
      notice={
        (approvals !== null || isWarned) && (
          <>
            {approvals !== null && <WaitingApprovals base={base} waiting={approvals} />}
            {isWarned && <RiskSourceBanner source={source} />}
          </>
        )
      }
      firstRun={<EmptyQueue query={wholeList} source={source} wholeHref={null} />}
      noMatch={(query, wholeHref) => <EmptyQueue query={query} source={source} wholeHref={wholeHref} />}
    />
  );
}

function TakeNext({ businessId }: { businessId: string }) {
  const { takeNext, isPending } = useTakeNext(businessId);
  return (
    <Button
      variant="primary"
      icon={<ShieldCheck aria-hidden />}
      isPending={isPending}
      onPress={() => void takeNext()}
    >
      {tReviewTakeNext('takeNext.button')}
    </Button>
  );
}
