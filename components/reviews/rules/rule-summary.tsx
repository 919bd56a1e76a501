import { tRuleForm } from '#lib/messages/review-rule-form.ts';
import type { RuleText } from '#lib/reviews/rules/model/rule.ts';
import { describeActions, describeRule, listCaveats } from '#lib/reviews/rules/model/sentence.ts';
import type { RuleChoices } from '#lib/reviews/rules/schema/views.ts';

/** Says what a rule does, and what its sentence doesn't mention. */
export function RuleSummary({
  rule: { subject, spec, actions },
  people,
  zone,
}: {
  rule: RuleText;
  people: RuleChoices['people'];
  zone: string;
}) {
  const effects = describeActions(
    actions,
    (id) => people.find(({ personId }) => personId === id)?.name ?? tRuleForm('actions.former'),
  );
  return (
    <>
      <p className="break-words text-base">{describeRule(subject, spec, zone)}</p>
      <ul className="flex list-disc flex-col gap-1 ps-4 text-muted text-sm">
        {[...effects, ...listCaveats(subject, spec)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
