import type { Metadata } from 'next';
import { CasePage } from '#components/reviews/case-page.tsx';
import { CaseSubject } from '#components/reviews/case-subject.tsx';
import { JoinedSubjects } from '#components/reviews/joined-subjects.tsx';
import { RelatedTable } from '#components/reviews/related-table.tsx';
import { Section } from '#components/shell/section.tsx';
import { Timeline } from '#components/timeline/timeline.tsx';
import { readSharedTimeline } from '#lib/reports/index.ts';
import { listRelatedRecords, readSubjects, viewCase } from '#lib/reviews/index.ts';
import { describeReportFacts } from '#lib/reviews/reports/model.ts';
import { hiddenPageAccess } from '../../hidden-page-access.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: 'Review' };

type Given = { params: Promise<{ business: string; case: string }> };

export default async function ReviewCasePage({ params }: Given) {
  const given = await params;
  const { context, scope } = await hiddenPageAccess(given.business, 'review.work');
  const { businessId } = scope;
  const view = await viewOrNotFound(viewCase(context, businessId, given.case));
  const { own, joined, subjectKind, state } = view;
  const [subjects, related] = await Promise.all([
    readSubjects(context, view),
    listRelatedRecords(context, businessId, [own, ...joined]),
  ]);
  const timeline = await readSharedTimeline(
    context,
    businessId,
    [subjects.own, ...subjects.joined].map(({ number, subject }) => ({
      label: joined.length === 0 ? null : `Case ${number}`,
      ...(subject.kind === 'deposit'
        ? { payment: subject.deposit.paymentId }
        : { withdrawal: subject.withdrawal.withdrawalId }),
    })),
  );
  return (
    <CasePage
      initial={view}
      title={own.reference ?? `Case of a ${subjectKind}`}
      subject={<CaseSubject key="subject" businessId={businessId} subject={subjects.own.subject} />}
      joined={
        subjects.joined.length > 0 && (
          <JoinedSubjects key="joined" businessId={businessId} subjects={subjects} />
        )
      }
      related={
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
      }
      reportFacts={describeReportFacts(view, subjects)}
      timeline={
        <Section key="timeline" title="Timeline" count={timeline.entries.length}>
          <Timeline businessId={businessId} entries={timeline.entries} labels={timeline.labels} />
          {timeline.more && (
            <p className="pt-2 text-muted text-sm">
              Older entries are on the pages of the payments and withdrawals.
            </p>
          )}
        </Section>
      }
    />
  );
}
