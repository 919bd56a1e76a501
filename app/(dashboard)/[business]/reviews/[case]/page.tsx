import type { Metadata } from 'next';
import { CasePage } from '#components/reviews/case-page.tsx';
import { CaseSubject } from '#components/reviews/case-subject.tsx';
import { RelatedTable } from '#components/reviews/related-table.tsx';
import { Section } from '#components/shell/section.tsx';
import { Timeline } from '#components/timeline/timeline.tsx';
import { callbackTimeline, paymentTimeline } from '#lib/reports/index.ts';
import { readSubject, relatedTo, viewCase } from '#lib/reviews/index.ts';
import { reportFacts } from '#lib/reviews/model-report.ts';
import { hiddenPageAccess } from '../../hidden-page-access.ts';
import { shownOrNotFound } from '../../shown-or-not-found.ts';

export const metadata: Metadata = { title: 'Review' };

type Given = { params: Promise<{ business: string; case: string }> };

export default async function ReviewCasePage({ params }: Given) {
  const given = await params;
  const { context, scope } = await hiddenPageAccess(given.business, 'review.work');
  const { businessId } = scope;
  const view = await shownOrNotFound(viewCase(context, businessId, given.case));
  const { subjectKind, subjectId } = view;
  const [subject, related] = await Promise.all([
    readSubject(context, view),
    relatedTo(context, businessId, subjectKind, subjectId),
  ]);
  const timeline =
    subject.kind === 'deposit'
      ? await paymentTimeline(context, businessId, subject.deposit.paymentId)
      : await callbackTimeline(context, businessId, subjectId);
  const reference =
    subject.kind === 'deposit' ? subject.deposit.clientPaymentId : subject.withdrawal.clientWithdrawalId;
  return (
    <CasePage
      initial={view}
      title={reference ?? `Case of a ${subjectKind}`}
      subject={<CaseSubject key="subject" businessId={businessId} subject={subject} />}
      related={
        <RelatedTable
          key="related"
          businessId={businessId}
          related={related}
          own={
            view.state === 'merged'
              ? null
              : {
                  caseId: view.caseId,
                  number: view.number,
                  version: view.version,
                  name: reference ?? subjectKind,
                }
          }
        />
      }
      reportFacts={reportFacts(view, subject)}
      timeline={
        <Section key="timeline" title="Timeline" count={timeline.length}>
          <Timeline businessId={businessId} entries={timeline} />
        </Section>
      }
    />
  );
}
