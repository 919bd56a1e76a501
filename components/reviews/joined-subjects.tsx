import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { CaseSubjects, CaseSubject as Subject } from '#lib/reviews/cases/schema/subject.ts';
import { CaseSubject } from './case-subject.tsx';

/** What the cases that joined the one on screen are about, each whole, closed until it is wanted. */
export function JoinedSubjects({
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
          aria-label={`What case ${number} is about`}
          className="min-w-0 rounded-lg border border-line px-3 py-1"
        >
          <Disclosure title={<Title number={number} subject={subject} />} detail={riskWord(subject)}>
            <div className="-ml-5.5 flex flex-col gap-6 py-2">
              <CaseSubject businessId={businessId} subject={subject} suffix={` · case ${number}`} />
            </div>
          </Disclosure>
        </section>
      ))}
      {more > 0 && (
        <p className="text-muted text-sm">
          {more} more joined it; what they are about is on the pages of{' '}
          <TextLink prefetch={false} href={`/${businessId}/reviews`}>
            their cases
          </TextLink>{' '}
          and in the evidence pack.
        </p>
      )}
    </div>
  );
}

function Title({ number, subject }: { number: number; subject: Subject }) {
  const [reference, status] =
    subject.kind === 'deposit'
      ? [subject.deposit.clientPaymentId, subject.deposit.status]
      : [subject.withdrawal.clientWithdrawalId, subject.withdrawal.status];
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="line-clamp-2 wrap-anywhere">
        Case {number}
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

/** What to know of the risk before it is opened. Not assessed is never the same as none found. */
function riskWord(subject: Subject): string {
  if (subject.kind === 'withdrawal')
    return subject.risk?.ownerName ?? subject.risk?.ownerCategory ?? 'Risk not assessed';
  const { risk } = subject;
  const lists = [risk?.source ?? null, risk?.destination ?? null].filter((list) => list !== null);
  const found = lists.reduce((sum, { count }) => sum + count, 0);
  const score = risk?.riskScore == null ? '' : `score ${risk.riskScore}, `;
  if (lists.length === 0) return score === '' ? 'Risk not assessed' : `${score}entities not assessed`;
  return `${score}${found === 0 ? 'no entities named' : `${found} risk ${found === 1 ? 'entity' : 'entities'}`}`;
}
