import { Section } from '#components/shell/section.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tRulePage } from '#lib/messages/review-rules-page.ts';
import type { RuleView } from '#lib/reviews/rules/schema/views.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists the newest cases that the rule opened or joined. */
export function RuleCases({ view }: { view: RuleView }) {
  return (
    <Section title={tRulePage('cases')}>
      {view.cases.length === 0 ? (
        <p className="text-muted text-sm">{tRulePage('noCases')}</p>
      ) : (
        <ul className="flex flex-col">
          {view.cases.map(({ caseId, reference, subject, seenAt }) => (
            <li key={caseId} className="flex items-baseline justify-between gap-3 py-1 text-sm">
              {/* Prefetching would record a view of risk detail in the audit log. */}
              <TextLink
                prefetch={false}
                href={`/${view.businessId}/reviews/${caseId}`}
                className="min-w-0 truncate"
              >
                {ExternalText(reference ?? tRulePage(`caseOf.${subject}`))}
              </TextLink>
              <span className="text-muted text-xs">
                <Time at={toUnixSeconds(seenAt)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
