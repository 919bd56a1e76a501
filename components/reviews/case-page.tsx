'use client';

import { Archive } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ClosedDrafts } from '#components/drafts/closed-drafts.tsx';
import { downloadExport } from '#components/list/exports/download-export.ts';
import { PageHeader } from '#components/shell/page-header.tsx';
import { Status } from '#components/status/status.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { ExternalText } from '#components/ui/external-text.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { CaseColumns } from './case-columns.tsx';
import type { CaseCounts, CaseParts } from './case-content.tsx';
import { CaseContent } from './case-content.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseKeys } from './case-keys.tsx';
import { CaseStateBadge } from './case-state-badge.tsx';
import { Checklist } from './checklist.tsx';
import { DecideBar, decisionPanelId } from './decide-bar.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { useCaseView } from './use-case-view.ts';

// Loaded lazily: it can wait until the case is shown.
const AlsoHere = lazy(() =>
  import('./case-presence-notice.tsx').then((file) => ({ default: file.CasePresenceNotice })),
);

/**
 * Shows one case in one screen: facts, content in tabs, and the decision, which stays in view. The server renders the
 * subject once for each page view, because each view of risk detail is recorded in the audit log.
 */
export function CasePage({
  opened,
  title,
  parts,
  counts,
  reportFacts,
}: {
  /** The case as the server rendered it. */
  opened: CaseView;
  title: string;
  parts: CaseParts;
  counts: CaseCounts;
  /** The facts that a new report starts with. */
  reportFacts: string;
}) {
  const { businessId, caseId } = opened;
  const evidence = `/api/businesses/${businessId}/reviews/${caseId}/evidence`;
  const { view, error } = useCaseView(businessId, caseId);
  return (
    <>
      <PageHeader
        title={ExternalText(title)}
        back={{ href: `/${businessId}/reviews`, label: tReviewTerms('back.reviews') }}
        mark={
          <span className="inline-flex flex-wrap items-center gap-1.5">
            <Status kind={view.subjectKind} value={view.service.status} />
            <CaseStateBadge view={view} />
          </span>
        }
        description={
          <>
            {tReviewTerms('caseNumber', { number: String(view.number) })} · <ZoneNote />
          </>
        }
        actions={
          <a
            href={evidence}
            download
            onClick={(event) => {
              event.preventDefault();
              downloadExport(evidence, businessId);
            }}
            className={buttonStyle('secondary', 'md')}
          >
            <Archive aria-hidden />
            {tReviewCase('page.evidencePack')}
          </a>
        }
      />
      <CaseColumns
        facts={
          <>
            {parts.record}
            <CaseFacts view={view} />
          </>
        }
        decision={
          <>
            <Suspense>
              <AlsoHere businessId={businessId} caseId={caseId} />
            </Suspense>
            <div id={decisionPanelId} tabIndex={-1} className="scroll-mt-4 outline-none">
              <DecisionPanel key={view.state} view={view} opened={opened} />
            </div>
            <Checklist view={view} />
            <ClosedDrafts businessId={businessId} subject={caseId} />
          </>
        }
      >
        <CaseContent view={view} error={error} parts={parts} counts={counts} reportFacts={reportFacts} />
      </CaseColumns>
      <DecideBar state={view.state} />
      <CaseKeys view={view} />
    </>
  );
}
