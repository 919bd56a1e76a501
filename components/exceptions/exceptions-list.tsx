'use client';

import { CircleCheck } from 'lucide-react';
import { lazy, useState } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { FirstRun } from '#components/list/table/first-run.tsx';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { SummedColumn } from '#components/list/totals/list-totals.ts';
import { requestHref } from '#components/shell/request-href.ts';
import type { Colleague, ExceptionRow } from '#lib/exceptions/model.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { Desk } from './desk-context.ts';
import { makeDrafts } from './drafts.ts';
import { exceptionColumns } from './exception-columns.tsx';

const preview: ListPreview = {
  noun: 'Exception',
  // A payment or a request.
  path: null,
  Preview: lazy(() => import('./exception-preview.tsx').then((file) => ({ default: file.ExceptionPreview }))),
};

const Picked = lazy(() =>
  import('./selected-exceptions.tsx').then((file) => ({ default: file.SelectedExceptions })),
);

const totals: readonly SummedColumn[] = [
  {
    field: 'expected',
    label: 'Expected',
    currency: 'currency',
    hint: 'As the records tell, and as we asked where the outcome of a request is unknown',
  },
  { field: 'actual', label: 'Actual', currency: 'actualIn' },
];

/** The list's description, with the people to whom an exception can be given among those whose it may be. */
const specFor = (owners: readonly Colleague[], me: string): ListSpec & { readonly name: 'exceptions' } => {
  const { owner } = exceptionList.filters;
  const others = owners.filter(({ personId }) => personId !== me);
  const choices = [
    ...owner.choices,
    ...others.map(({ personId, name }) => ({ value: personId, label: name })),
  ];
  return { ...exceptionList, filters: { ...exceptionList.filters, owner: { ...owner, choices } } };
};

/** What does not fit and nobody has resolved yet: one list to work down. `owners` is null for who may only read. */
export function ExceptionsList({
  start,
  owners,
  me,
  mayCreate,
}: {
  start: ListStart<ExceptionRow>;
  owners: readonly Colleague[] | null;
  /** Whoever looks at it. */
  me: string;
  /** May open requests where they are made. */
  mayCreate: boolean;
}) {
  const [drafts] = useState(makeDrafts);
  const { businessId } = start;
  const hrefOf = ({ kind, subjectId }: ExceptionRow) =>
    kind === 'payment'
      ? `/${businessId}/payments/${subjectId}`
      : requestHref(businessId, subjectId, mayCreate);
  const list = (
    <List
      title="Exceptions"
      description="Under, over, late, in another currency, unmatched, or with an unknown outcome."
      spec={specFor(owners ?? [], me)}
      start={start}
      columns={exceptionColumns(businessId, hrefOf, owners !== null)}
      idOf={(row) => row.subjectId}
      hrefOf={hrefOf}
      // The work has a version; what does not fit changes by itself.
      markOf={(row) => JSON.stringify(row)}
      nameOf={(row) => row.clientPaymentId ?? row.subjectId}
      {...(owners !== null && { bulk: Picked })}
      seenOf={(row) => row.states}
      totals={totals}
      preview={preview}
      searchFor="reference, payment ID"
      firstRun={
        <FirstRun icon={<CircleCheck aria-hidden />} title="Nothing to work on">
          <p>
            A payment that does not fit, or a request whose outcome is unknown, shows here until somebody
            resolves it.
          </p>
        </FirstRun>
      }
    />
  );
  return <Desk.Provider value={{ owners, drafts }}>{list}</Desk.Provider>;
}
