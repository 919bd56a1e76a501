import { Fragment } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Timeline } from '#components/timeline/timeline.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tTimeline } from '#lib/messages/timeline.ts';
import type { CaseContent } from '#lib/reports/schema/case.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { CounterpartyNotesNotice } from '../counterparties/counterparty-notes-notice.tsx';
import { WatchedNotice } from '../counterparties/watched-notice.tsx';
import type { CaseCounts, CaseParts } from './case-content.tsx';
import { SubjectMoney, SubjectRisk } from './case-subject.tsx';
import { MergedSubjects } from './merged-subjects.tsx';
import { RelatedTable } from './related-table.tsx';
import { RiskSummary } from './risk-view.tsx';
import { SubjectFacts } from './subject-facts.tsx';

/** Names a case by the reference of its record. */
export const formatCaseTitle = ({ own, subjectKind }: CaseView): string =>
  own.reference ?? tReviewCase('untitled', { kind: subjectKind });

/** Counts the entries of the parts. */
export const countCaseParts = ({ related, timeline }: CaseContent): CaseCounts => ({
  related: related.rows.length,
  timeline: timeline.entries.length,
});

/** Renders the records of a case. The page of a case renders them on the server, the queue in the browser. */
export function renderCaseParts(view: CaseView, content: CaseContent): CaseParts {
  const { businessId, caseId, number, version, own, subjectKind, state, eur } = view;
  const { subjects, related, watches, notes, timeline } = content;
  const { subject } = subjects.own;
  return {
    // The value of a merged case is that of all its records.
    record: (
      <SubjectFacts
        key="record"
        businessId={businessId}
        subject={subject}
        eur={subjects.joined.length > 0 ? null : eur}
      />
    ),
    riskSummary: (
      <Fragment key="risk-summary">
        <WatchedNotice businessId={businessId} watches={watches} />
        <CounterpartyNotesNotice businessId={businessId} notes={notes} />
        <RiskSummary businessId={businessId} subject={subject} />
      </Fragment>
    ),
    money: <SubjectMoney key="money" businessId={businessId} subject={subject} />,
    risk: <SubjectRisk key="risk" businessId={businessId} subject={subject} />,
    joined: subjects.joined.length > 0 && (
      <MergedSubjects key="joined" businessId={businessId} subjects={subjects} />
    ),
    related: (
      <RelatedTable
        key="related"
        businessId={businessId}
        related={related}
        own={state === 'merged' ? null : { caseId, number, version, name: own.reference ?? subjectKind }}
      />
    ),
    timeline: (
      <Section key="timeline" title={tTimeline('title')} count={timeline.entries.length}>
        <Timeline businessId={businessId} entries={timeline.entries} labels={timeline.labels} />
        {timeline.more && <p className="pt-2 text-muted text-sm">{tReviewCase('olderEntries')}</p>}
      </Section>
    ),
  };
}
