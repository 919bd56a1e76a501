import type { Metadata } from 'next';
import { cache, Fragment } from 'react';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { caseKey } from '#components/query/query-keys.ts';
import { CasePage } from '#components/reviews/case-page.tsx';
import { SubjectFacts, SubjectMoney, SubjectRisk } from '#components/reviews/case-subject.tsx';
import { JoinedSubjects } from '#components/reviews/joined-subjects.tsx';
import { RelatedTable } from '#components/reviews/related-table.tsx';
import { RiskSummary } from '#components/reviews/risk-view.tsx';
import { WatchedNotice } from '#components/reviews/watched-notice.tsx';
import { Section } from '#components/shell/section.tsx';
import { Timeline } from '#components/timeline/timeline.tsx';
import { tPageTitles } from '#lib/messages/page-titles.ts';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import { tTimeline } from '#lib/messages/timeline.ts';
import { mergeTimelines } from '#lib/reports/index.ts';
import { listRelatedRecords, listWatchesOfCase, readSubjects, viewCase } from '#lib/reviews/index.ts';
import { describeReportFacts } from '#lib/reviews/reports/model/facts.ts';
import { hiddenPageAccess } from '../../hidden-page-access.ts';
import { recordMetadata } from '../../record-metadata.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

type PageInput = { params: Promise<{ business: string; case: string }> };

/** One read for the page and its title. */
const readView = cache(async (business: string, caseId: string) => {
  const access = await hiddenPageAccess(business, 'review.work');
  const view = await viewOrNotFound(viewCase(access.context, access.scope.businessId, caseId));
  return { ...access, view };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const route = await params;
  return recordMetadata(
    tPageTitles('review'),
    readView(route.business, route.case),
    ({ view }) => view.own.reference ?? tReviewTerms('caseNumber', { number: String(view.number) }),
  );
}

export default async function ReviewCasePage({ params }: PageInput) {
  const route = await params;
  const { context, scope, view } = await readView(route.business, route.case);
  const { businessId } = scope;
  const { caseId, own, joined, subjectKind, state } = view;
  const [subjects, related, watches] = await Promise.all([
    readSubjects(context, view),
    listRelatedRecords(context, businessId, [own, ...joined]),
    listWatchesOfCase(context, businessId, [own, ...joined]),
  ]);
  const timeline = await mergeTimelines(
    context,
    businessId,
    [subjects.own, ...subjects.joined].map(({ number, subject }) => ({
      label: joined.length === 0 ? null : tReviewTerms('caseNumber', { number: String(number) }),
      ...(subject.kind === 'deposit'
        ? { payment: subject.deposit.paymentId }
        : { withdrawal: subject.withdrawal.withdrawalId }),
    })),
  );
  const { subject } = subjects.own;
  return (
    <QueryHydration queries={[{ queryKey: caseKey(businessId, caseId), data: view, at: view.now }]}>
      <CasePage
        opened={view}
        title={own.reference ?? tReviewCase('untitled', { kind: subjectKind })}
        counts={{ related: related.rows.length, timeline: timeline.entries.length }}
        parts={{
          record: <SubjectFacts key="record" businessId={businessId} subject={subject} />,
          riskSummary: (
            <Fragment key="risk-summary">
              <WatchedNotice businessId={businessId} watches={watches} />
              <RiskSummary businessId={businessId} subject={subject} />
            </Fragment>
          ),
          money: <SubjectMoney key="money" businessId={businessId} subject={subject} />,
          risk: <SubjectRisk key="risk" businessId={businessId} subject={subject} />,
          joined: subjects.joined.length > 0 && (
            <JoinedSubjects key="joined" businessId={businessId} subjects={subjects} />
          ),
          related: (
            <RelatedTable
              key="related"
              businessId={businessId}
              related={related}
              own={
                state === 'merged'
                  ? null
                  : {
                      caseId: view.caseId,
                      number: view.number,
                      version: view.version,
                      name: own.reference ?? subjectKind,
                    }
              }
            />
          ),
          timeline: (
            <Section key="timeline" title={tTimeline('title')} count={timeline.entries.length}>
              <Timeline businessId={businessId} entries={timeline.entries} labels={timeline.labels} />
              {timeline.more && <p className="pt-2 text-muted text-sm">{tReviewCase('olderEntries')}</p>}
            </Section>
          ),
        }}
        reportFacts={describeReportFacts(view, subjects)}
      />
    </QueryHydration>
  );
}
