import { Archive } from 'lucide-react';
import { RecordHold } from '#components/retention/record-hold.tsx';
import { PageHeader } from '#components/shell/page-header.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { tReviewCase, tReviewTerms } from '#lib/messages/review-case.ts';
import type { CaseContent } from '#lib/reports/schema/case.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { CaseColumns } from './case-columns.tsx';
import { countCaseParts, formatCaseTitle, renderCaseParts } from './case-parts.tsx';
import { CaseReasons } from './case-reasons.tsx';
import { CaseRefresh } from './case-refresh.tsx';
import { CaseStateBadge } from './case-state-badge.tsx';
import { EvidenceLink } from './evidence-link.tsx';
import { LiveCaseContent, LiveCaseControls, LiveCaseDecision, LiveCaseFacts } from './live-case.tsx';

/** Shows the status of the subject at the service and the state of the case, beside the title of its page. */
function CaseMark({ view }: { view: CaseView }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Status kind={view.subjectKind} value={view.service.status} />
      <CaseStateBadge view={view} />
    </span>
  );
}

/**
 * Shows one case in one screen: facts, content in tabs, and the decision, which stays in view. The server renders it again
 * when the case has changed.
 */
export function CasePage({ view, content }: { view: CaseView; content: CaseContent }) {
  const { businessId, caseId } = view;
  const parts = renderCaseParts(view, content);
  return (
    <>
      <PageHeader
        title={ExternalText(formatCaseTitle(view))}
        back={{ href: `/${businessId}/reviews`, label: tReviewTerms('back.reviews') }}
        mark={<CaseMark view={view} />}
        description={
          <>
            {tReviewTerms('caseNumber', { number: String(view.number) })} · <ZoneNote />
          </>
        }
        actions={
          <EvidenceLink businessId={businessId} caseId={caseId}>
            <Archive aria-hidden />
            {tReviewCase('page.evidencePack')}
          </EvidenceLink>
        }
      />
      <CaseColumns
        facts={
          <>
            {parts.record}
            <LiveCaseFacts businessId={businessId} caseId={caseId}>
              <CaseReasons view={view} />
            </LiveCaseFacts>
            <RecordHold businessId={businessId} {...content.holds} />
          </>
        }
        decision={<LiveCaseDecision key={caseId} rendered={view} />}
      >
        <LiveCaseContent
          businessId={businessId}
          caseId={caseId}
          parts={parts}
          counts={countCaseParts(content)}
          reportFacts={content.reportFacts}
        />
      </CaseColumns>
      <LiveCaseControls businessId={businessId} caseId={caseId} />
      <CaseRefresh rendered={view} />
    </>
  );
}
