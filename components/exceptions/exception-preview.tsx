'use client';

import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { pageShape } from '#components/list/table/page-shape.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { IntentGlance } from '#components/payments/new-payment/intent-glance.tsx';
import { PaymentPreview } from '#components/payments/payment-preview.tsx';
import { requestJson } from '#components/query/request-json.ts';
import { Section } from '#components/shell/section.tsx';
import { inferredStates } from '#components/status/status-table.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { Desk } from './desk-context.ts';
import { ExceptionStates } from './exception-states.tsx';
import { useWork } from './use-work.ts';
import { WorkButtons, WorkFields, WorkProblem } from './work-form.tsx';

const shape = pageShape<ExceptionRow>();

/** An exception in the list's drawer: the money, what does not fit, and what is done about it. */
export function ExceptionPreview({ businessId, id }: PreviewProps) {
  const read = useQuery({
    queryKey: ['b', businessId, 'exceptions', 'one', id],
    queryFn: ({ signal }) => {
      const address = listAddress({ ...wholeList, choices: exceptionList.everything, only: [id] });
      return requestJson(`/api/businesses/${businessId}/exceptions?${address}`, shape, signal);
    },
  });
  if (!read.data) return <PreviewState query={read} />;
  const [row] = read.data.rows;
  if (row === undefined)
    return <p className="text-muted text-sm">Nothing about it is amiss any more: it is no exception.</p>;
  const Subject = row.kind === 'payment' ? PaymentPreview : IntentGlance;
  return (
    <Subject businessId={businessId} id={id}>
      <Section title="What does not fit">
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col gap-2">
            {row.states.map((state) => (
              <li key={state} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <ExceptionStates states={[state]} />
                <span className="text-muted text-sm">
                  {state === 'unknown-outcome'
                    ? 'No usable answer came: the payment may exist.'
                    : inferredStates[state].why}
                </span>
              </li>
            ))}
          </ul>
          {row.resolvedAt !== null && (
            <p className="text-good text-sm">
              Resolved <DateTime at={inSeconds(row.resolvedAt)} />
            </p>
          )}
          <WorkHere businessId={businessId} row={row} />
        </div>
      </Section>
    </Subject>
  );
}

/** Whose it is and what was found out, to be changed by who may. */
function WorkHere({ businessId, row }: { businessId: string; row: ExceptionRow }) {
  const work = useWork(businessId, row);
  if (useContext(Desk).owners === null)
    return (
      <DescriptionList>
        <Fact label="Owner">{row.owner?.name ?? 'Nobody'}</Fact>
        <Fact label="Note" stacked>
          <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{row.note || 'None'}</span>
        </Fact>
      </DescriptionList>
    );
  return (
    <>
      <WorkFields row={row} work={work} />
      <WorkProblem row={row} work={work} />
      <div className="flex justify-end gap-2">
        <WorkButtons work={work} />
      </div>
    </>
  );
}
