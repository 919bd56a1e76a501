import { Archive } from 'lucide-react';
import { PageHeader } from '#components/shell/page-header.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { CaseContent } from '#lib/reports/schema/case.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { CaseColumns } from './case-columns.tsx';
import { hashCaseMark, hashCaseReasons } from './case-hashes.ts';
import { CaseMark } from './case-mark.tsx';
import { countCaseParts, formatCaseTitle, renderCaseParts } from './case-parts.tsx';
import { CaseReasons } from './case-reasons.tsx';
import { EvidenceLink } from './evidence-link.tsx';
import {
  LiveCaseContent,
  LiveCaseControls,
  LiveCaseDecision,
  LiveCaseFacts,
  LiveCaseMark,
} from './live-case.tsx';

/**
 * Shows one case in one screen: facts, content in tabs, and the decision, which stays in view. Only the server renders
 * it, and the subject once for each page view, because each view of risk detail is recorded in the audit log.
 */
export function CasePage({ opened, content }: { opened: CaseView; content: CaseContent }) {
  const { businessId, caseId } = opened;
  const parts = renderCaseParts(opened, content);
  return (
    <>
      <PageHeader
        title={ExternalText(formatCaseTitle(opened))}
        back={{ href: `/${businessId}/reviews`, label: tReviewTerms('back.reviews') }}
        mark={
          <LiveCaseMark businessId={businessId} caseId={caseId} hash={hashCaseMark(opened)}>
            <CaseMark view={opened} />
          </LiveCaseMark>
        }
        description={
          <>
            {tReviewTerms('caseNumber', { number: String(opened.number) })} · <ZoneNote />
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
            <LiveCaseFacts businessId={businessId} caseId={caseId} hash={hashCaseReasons(opened)}>
              <CaseReasons view={opened} />
            </LiveCaseFacts>
          </>
        }
        decision={<LiveCaseDecision opened={opened} />}
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
    </>
  );
}
