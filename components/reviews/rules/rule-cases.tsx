import { Section } from '#components/shell/section.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { RuleView } from '#lib/reviews/rules/schema/views.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** The newest cases that name the rule as a reason. */
export function RuleCases({ view }: { view: RuleView }) {
  return (
    <Section title="Cases that name it">
      {view.cases.length === 0 ? (
        <p className="text-muted text-sm">None so far.</p>
      ) : (
        <ul className="flex flex-col">
          {view.cases.map(({ caseId, reference, subject, seenAt }) => (
            <li key={caseId} className="flex items-baseline justify-between gap-3 py-1 text-sm">
              {/* To fetch a case ahead would be a view of its risk detail. */}
              <TextLink
                prefetch={false}
                href={`/${view.businessId}/reviews/${caseId}`}
                className="min-w-0 truncate"
              >
                {ExternalText(reference ?? `Case of a ${subject}`)}
              </TextLink>
              <span className="text-muted text-xs">
                <Time at={inSeconds(seenAt)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
