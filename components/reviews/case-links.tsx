import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { SubjectKind } from '#lib/reviews/model.ts';
import type { RecordCase } from '#lib/reviews/schema/found.ts';
import { OpenCase } from './open-case.tsx';

/**
 * Links a record to its review cases, and opens a case where it has none. Only for people who may work on cases: the
 * server renders it for them alone.
 */
export function CaseLinks({
  businessId,
  kind,
  ids,
  cases,
}: {
  businessId: string;
  kind: SubjectKind;
  /** The record itself, or the deposits of the payment. */
  ids: readonly string[];
  cases: readonly RecordCase[];
}) {
  const without = ids.filter((id) => !cases.some(({ subjectId }) => subjectId === id));
  if (ids.length === 0) return null;
  return (
    <Section
      title={tReviewTerms('casesOfRecord')}
      actions={
        without.length > 0 && <OpenCase businessId={businessId} subjectKind={kind} subjectIds={without} />
      }
    >
      {cases.length === 0 ? (
        <p className="text-muted text-sm">{tReviewTerms('noCases')}</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {cases.map(({ caseId, number, state }) => (
            <li key={caseId} className="flex items-baseline justify-between gap-3">
              <TextLink prefetch={false} href={`/${businessId}/reviews/${caseId}`}>
                {tReviewTerms('caseNumber', { number: String(number) })}
              </TextLink>
              <span className="text-muted text-xs">{tReviewTerms(`caseStates.${state}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
