'use client';

import { useQuery } from '@tanstack/react-query';
import { useContext, useRef } from 'react';
import { listPageShape } from '#components/list/query/page-shape.ts';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { ExceptionAdvice } from '#components/payments/exception-advice.tsx';
import { IntentPreview } from '#components/payments/new-payment/intent-preview.tsx';
import { PaymentPreview } from '#components/payments/payment-preview.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Section } from '#components/shell/section.tsx';
import { useShortcut } from '#components/shell/shortcuts.ts';
import { inferredStates } from '#components/status/status-table.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import { tExceptions, tExceptionWork, tResolutionReasons } from '#lib/messages/exceptions.ts';
import type { PaymentPageView } from '#lib/reports/schema/pages.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ExceptionState, listExceptionStates } from './exception-states.tsx';
import { ExceptionsContext } from './exceptions-context.ts';
import { useExceptionWork } from './use-exception-work.ts';
import { WorkButtons, WorkFields, WorkProblem } from './work-form.tsx';

const shape = listPageShape<ExceptionRow>();
const paymentShape = checkFields<PaymentPageView>(withFields('payment', 'deposits', 'related', 'timeline'));

/** Shows an exception in the list's drawer: its payment or request, its reasons and the work on it. */
export function ExceptionPreview({ businessId, id }: PreviewProps) {
  const read = useQuery({
    queryKey: ['b', businessId, 'exceptions', 'one', id],
    queryFn: ({ signal }) => {
      const address = listAddress({ ...wholeList, choices: exceptionList.unfilteredChoices, only: [id] });
      return requestJson(`/api/businesses/${businessId}/exceptions?${address}`, shape, signal);
    },
  });
  if (!read.data) return <PreviewState query={read} />;
  const [row] = read.data.rows;
  if (row === undefined) return <p className="text-muted text-sm">{tExceptions('preview.gone')}</p>;
  const { resolvedAt } = row;
  const Subject = row.kind === 'payment' ? PaymentPreview : IntentPreview;
  return (
    <Subject businessId={businessId} id={id}>
      <Section title={tExceptions('preview.heading')}>
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col gap-2">
            {listExceptionStates(row).map((state) => (
              <li key={state} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <ExceptionState state={state} />
                <span className="text-muted text-sm">
                  {state === 'unknown-outcome'
                    ? tExceptions('preview.unknownOutcome')
                    : inferredStates[state].why}
                </span>
              </li>
            ))}
          </ul>
          {row.kind === 'payment' && resolvedAt === null && <Advice businessId={businessId} id={id} />}
          {resolvedAt !== null && (
            <p className="text-good text-sm">
              {row.resolutionReason === null
                ? tExceptions.rich('cells.resolved', {
                    time: () => <DateTime at={toUnixSeconds(resolvedAt)} />,
                  })
                : tExceptions.rich('cells.resolvedBecause', {
                    time: () => <DateTime at={toUnixSeconds(resolvedAt)} />,
                    reason: tResolutionReasons(`reasons.${row.resolutionReason}`),
                  })}
            </p>
          )}
          <WorkSection businessId={businessId} row={row} />
        </div>
      </Section>
    </Subject>
  );
}

/** Suggests what to do about a payment, which the drawer has already requested. */
function Advice({ businessId, id }: PreviewProps) {
  const { mayCreate } = useContext(ExceptionsContext);
  const { data } = useQuery({
    queryKey: recordKey(businessId, 'payments', id),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'payments', id), paymentShape, signal),
  });
  if (!data) return null;
  return (
    <ExceptionAdvice
      businessId={businessId}
      payment={data.payment}
      deposits={data.deposits}
      remainders={data.related.remainders}
      mayCreate={mayCreate}
    />
  );
}

/** Shows assignee and note, editable for people who may work on exceptions. */
function WorkSection({ businessId, row }: { businessId: string; row: ExceptionRow }) {
  const mayWork = useContext(ExceptionsContext).owners !== null;
  return mayWork ? <Work key={row.subjectId} businessId={businessId} row={row} /> : <WorkFacts row={row} />;
}

function WorkFacts({ row }: { row: ExceptionRow }) {
  return (
    <DescriptionList>
      <Fact label={tExceptions('columns.assignee')}>
        {row.owner?.name ?? tExceptions('cells.unassigned')}
      </Fact>
      <Fact label={tExceptions('columns.note')} stacked>
        <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {row.note || tExceptions('preview.noNote')}
        </span>
      </Fact>
    </DescriptionList>
  );
}

function Work({ businessId, row }: { businessId: string; row: ExceptionRow }) {
  const work = useExceptionWork(businessId, row);
  const fields = useRef<HTMLDivElement>(null);
  useShortcut(
    { keys: 'r', label: tExceptionWork('key'), group: tExceptions('preview.heading') },
    () => {
      if (work.pending !== null) return;
      if (work.form.fields.reason === '' && !work.isResolved)
        fields.current?.querySelector<HTMLElement>('select[name=reason]')?.focus();
      else void work.save(!work.isResolved);
    },
    { whileOpen: true },
  );
  return (
    <>
      <div ref={fields}>
        <WorkFields businessId={businessId} row={row} work={work} />
      </div>
      <WorkProblem row={row} work={work} />
      <div className="flex justify-end gap-2">
        <WorkButtons work={work} />
      </div>
    </>
  );
}
