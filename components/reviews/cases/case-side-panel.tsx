'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ClosedDrafts } from '#components/drafts/closed-drafts.tsx';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { caseKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { RecordHold } from '#components/retention/record-hold.tsx';
import { Status } from '#components/status/status.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import type { CaseWithContent } from '#lib/reports/schema/case.ts';
import { decisionPanelId } from '../case-part-ids.ts';
import { Checklist } from '../decisions/checklist.tsx';
import { DecisionPanel } from '../decisions/decision-panel.tsx';
import { CaseContent } from './case-content.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseKeys } from './case-keys.tsx';
import { countCaseParts, formatCaseTitle, renderCaseParts } from './case-parts.tsx';
import { CasePresenceNotice } from './case-presence-notice.tsx';
import { CaseReasons } from './case-reasons.tsx';
import { CaseStateBadge } from './case-state-badge.tsx';
import { useCaseView } from './use-case-view.ts';

const wholeShape = checkFields<CaseWithContent>(
  withFields('view', 'subjects', 'related', 'timeline', 'holds'),
);

/** The whole case beside the queue. Each opening reads it again. */
export function CaseSidePanel({ businessId, id, onNext }: PreviewProps) {
  const queries = useQueryClient();
  const whole = useQuery({
    queryKey: ['case beside', businessId, id],
    queryFn: async ({ signal }) => {
      const read = await requestJson(`${recordAddress(businessId, 'reviews', id)}/whole`, wholeShape, signal);
      queries.setQueryData(caseKey(businessId, id), read.view);
      return read;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!whole.data) return <PreviewState query={whole} />;
  return <OpenedCase whole={whole.data} reload={() => whole.refetch()} onNext={onNext} />;
}

/** Shows the case as it is now. Its decision refers to the case as the person opened it. */
function OpenedCase({
  whole,
  reload,
  onNext,
}: {
  whole: CaseWithContent;
  reload: () => Promise<{ readonly data: CaseWithContent | undefined }>;
  onNext: (() => void) | undefined;
}) {
  const [opened, setOpened] = useState(whole.view);
  const { businessId, caseId } = opened;
  const { view, error } = useCaseView(businessId, caseId);
  const parts = renderCaseParts(whole.view, whole);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold text-lg wrap-anywhere">
          <bdi>{formatCaseTitle(view)}</bdi>
        </p>
        <span className="text-muted text-sm">
          {tReviewTerms('caseNumber', { number: String(view.number) })}
        </span>
        <Status kind={view.subjectKind} value={view.service.status} />
        <CaseStateBadge view={view} />
      </div>
      <div className="grid gap-4 @3xl/drawer:grid-cols-[minmax(0,1fr)_18rem] @6xl/drawer:grid-cols-[14rem_minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-4 @3xl/drawer:@max-6xl/drawer:col-start-1 @6xl/drawer:col-start-2 @3xl/drawer:row-start-1">
          <CaseContent
            view={view}
            error={error}
            parts={parts}
            counts={countCaseParts(whole)}
            reportFacts={whole.reportFacts}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-4 @3xl/drawer:sticky @3xl/drawer:top-0 @3xl/drawer:max-h-[calc(100dvh-12rem)] @3xl/drawer:self-start @3xl/drawer:overflow-y-auto @3xl/drawer:@max-6xl/drawer:col-start-2 @6xl/drawer:col-start-3 @3xl/drawer:row-start-1">
          <CasePresenceNotice businessId={businessId} caseId={caseId} />
          <div id={decisionPanelId} tabIndex={-1} className="scroll-mt-4 outline-none">
            <DecisionPanel
              key={view.state}
              view={view}
              opened={opened}
              onReload={() => void reload().then(({ data }) => setOpened(data?.view ?? opened))}
              onDecided={onNext}
            />
          </div>
          <Checklist view={view} />
          <ClosedDrafts businessId={businessId} subject={caseId} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 @6xl/drawer:col-start-1 @6xl/drawer:row-start-1">
          {parts.record}
          <CaseFacts view={view} reasons={<CaseReasons view={view} />} />
          <RecordHold businessId={businessId} {...whole.holds} onPlaced={() => void reload()} />
        </div>
      </div>
      <CaseKeys view={view} />
    </div>
  );
}
