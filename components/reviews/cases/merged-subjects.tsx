import { Status } from '#components/status/status.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewMerge } from '#lib/messages/review-details.ts';
import type { CaseSubjects, CaseSubject as Subject } from '#lib/reviews/cases/schema/subject.ts';
import { CaseSubject } from './case-subject.tsx';

/** Shows the subject of each merged case, collapsed at first. */
export function MergedSubjects({
  businessId,
  subjects: { joined, more },
}: {
  businessId: string;
  subjects: CaseSubjects;
}) {
  return (
    <div className="flex flex-col gap-3">
      {joined.map(({ caseId, number, subject }) => (
        <section
          key={caseId}
          aria-label={tReviewMerge('subjects.label', { number: String(number) })}
          className="min-w-0 rounded-lg border border-line px-3 py-1"
        >
          <Disclosure title={<Title number={number} subject={subject} />} detail={summarizeRisk(subject)}>
            <div className="-ms-5.5 flex flex-col gap-6 py-2">
              <CaseSubject
                businessId={businessId}
                subject={subject}
                suffix={tReviewMerge('subjects.suffix', { number: String(number) })}
              />
            </div>
          </Disclosure>
        </section>
      ))}
      {more > 0 && (
        <p className="text-muted text-sm">
          {tReviewMerge.rich('subjects.more', {
            count: more,
            link: (text) => (
              <TextLink prefetch={false} href={`/${businessId}/reviews`}>
                {text}
              </TextLink>
            ),
          })}
        </p>
      )}
    </div>
  );
}

function Title({ number, subject }: { number: number; subject: Subject }) {
  const { reference, status } = nameSubject(subject);
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="line-clamp-2 wrap-anywhere">
        {tReviewTerms('caseNumber', { number: String(number) })}
        {reference !== null && (
          <>
            {' · '}
            {ExternalText(reference)}
          </>
        )}
      </span>
      <Status kind={subject.kind} value={status} />
    </span>
  );
}

function nameSubject(subject: Subject): {
  readonly reference: string | null;
  readonly status: string | null;
} {
  switch (subject.kind) {
    case 'deposit':
      return { reference: subject.deposit.clientPaymentId, status: subject.deposit.status };
    case 'withdrawal':
      return { reference: subject.withdrawal.clientWithdrawalId, status: subject.withdrawal.status };
    case 'payment':
      return { reference: subject.payment.clientPaymentId, status: subject.payment.status };
  }
}

/** Summarizes the risk for the collapsed state. It distinguishes "not yet assessed" from "no entities found". */
function summarizeRisk(subject: Subject): string {
  if (subject.kind === 'withdrawal')
    return subject.risk?.ownerName ?? subject.risk?.ownerCategory ?? tReviewMerge('subjects.notAssessed');
  if (subject.kind === 'payment') return tReviewMerge('subjects.ofPayment');
  const { risk } = subject;
  const score = risk?.riskScore ?? null;
  const lists = [risk?.source ?? null, risk?.destination ?? null].filter((list) => list !== null);
  if (lists.length === 0)
    return score === null
      ? tReviewMerge('subjects.notAssessed')
      : tReviewMerge('subjects.scoreOnly', { score });
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  return score === null
    ? tReviewMerge('subjects.entities', { count })
    : tReviewMerge('subjects.scoreAndEntities', { score, count });
}
