import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { RecordCase } from '#lib/reviews/schema/found.ts';

/** Links a record to its review cases, for people who may work on them. */
export function CaseLinks({ businessId, cases }: { businessId: string; cases: readonly RecordCase[] }) {
  if (cases.length === 0) return null;
  return (
    <Section title={tReviewTerms('casesOfRecord')}>
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
    </Section>
  );
}
