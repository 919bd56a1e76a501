import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import type { CaseReference, ReviewableRecord } from '#lib/reviews/queue/schema-hits.ts';
import { formatSubjectName } from '../case-labels.ts';
import { OpenCase } from './open-case.tsx';

/**
 * Links a record to its review cases, and opens a case where it has none. Only for people who may work on cases: the
 * server renders it for them alone.
 */
export function CaseLinks({
  businessId,
  records,
  cases,
}: {
  businessId: string;
  /** The record of the page first. A payment also has its deposits. */
  records: readonly ReviewableRecord[];
  cases: readonly CaseReference[];
}) {
  const without = records.filter((record) => !cases.some(({ subjectId }) => subjectId === record.subjectId));
  return (
    <Section
      title={tReviewTerms('casesOfRecord')}
      actions={without.length > 0 && <OpenCase businessId={businessId} records={without} />}
      empty={cases.length === 0 && tReviewTerms('noCases')}
    >
      <ul className="flex flex-col gap-1 text-sm">
        {cases.map(({ caseId, number, state, subjectKind, subjectId }) => (
          <li key={caseId} className="flex items-baseline justify-between gap-3">
            <TextLink prefetch={false} href={`/${businessId}/reviews/${caseId}`}>
              {tReviewTerms('caseNumber', { number: String(number) })}
            </TextLink>
            <span className="text-muted text-xs">
              {records.length > 1 && <>{formatSubjectName(subjectKind, subjectId, null)} · </>}
              {tReviewTerms(`caseStates.${state}`)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
