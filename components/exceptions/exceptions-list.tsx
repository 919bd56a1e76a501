'use client';

import { CircleCheck } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { requestHref } from '#components/shell/request-href.ts';
import { EmptyState } from '#components/shell/states.tsx';
import type { Colleague, ExceptionRow } from '#lib/exceptions/model.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tExceptions } from '#lib/messages/exceptions.ts';
import { exceptionColumns } from './exception-columns.tsx';
import { ExceptionsContext } from './exceptions-context.ts';

// Shown once rows are selected.
const SelectedExceptions = lazy(() =>
  import('./selected-exceptions.tsx').then((file) => ({ default: file.SelectedExceptions })),
);

const preview: ListPreview = {
  noun: tExceptions('noun'),
  // The page is that of a payment or of a request, so the row decides.
  path: null,
  Preview: lazy(() => import('./exception-preview.tsx').then((file) => ({ default: file.ExceptionPreview }))),
};

const totals: readonly SummedColumn[] = [
  {
    field: 'expected',
    label: tExceptions('columns.expected'),
    currency: 'currency',
    hint: tExceptions('totals.expectedHint'),
  },
  { field: 'actual', label: tExceptions('columns.actual'), currency: 'actualIn' },
];

/** Adds the colleagues to the choices of the assignee filter. */
const withAssignees = (
  owners: readonly Colleague[],
  me: string,
): ListSpec & { readonly name: 'exceptions' } => {
  const { owner } = exceptionList.filters;
  const others = owners.filter(({ personId }) => personId !== me);
  const choices = [
    ...owner.choices,
    ...others.map(({ personId, name }) => ({ value: personId, label: name })),
  ];
  return { ...exceptionList, filters: { ...exceptionList.filters, owner: { ...owner, choices } } };
};

/** Lists exceptions, open ones by default. `owners` is null for people who may only read. */
export function ExceptionsList({
  start,
  owners,
  me,
  mayCreate,
}: {
  start: ListStart;
  owners: readonly Colleague[] | null;
  /** The person who is signed in. */
  me: string;
  /** Links requests to the page where they are created. */
  mayCreate: boolean;
}) {
  const { businessId } = start;
  const toHref = ({ kind, subjectId }: ExceptionRow) =>
    kind === 'payment'
      ? `/${businessId}/payments/${subjectId}`
      : requestHref(businessId, subjectId, mayCreate);
  const list = (
    <List
      title={tExceptions('title')}
      description={tExceptions('description')}
      spec={withAssignees(owners ?? [], me)}
      start={start}
      columns={exceptionColumns(businessId, toHref, owners !== null)}
      getId={(row) => row.subjectId}
      getHref={toHref}
      // The version covers assignee and note only; the reasons change without it.
      getMark={(row) => JSON.stringify(row)}
      getName={(row) => row.clientPaymentId ?? row.subjectId}
      {...(owners !== null && { bulk: SelectedExceptions })}
      listSeenValues={(row) => row.states}
      totals={totals}
      preview={preview}
      searchFor={tExceptions('search')}
      firstRun={
        <EmptyState icon={<CircleCheck aria-hidden />} title={tExceptions('firstRun.title')}>
          <p>{tExceptions('firstRun.text')}</p>
        </EmptyState>
      }
    />
  );
  return <ExceptionsContext.Provider value={{ owners, mayCreate }}>{list}</ExceptionsContext.Provider>;
}
