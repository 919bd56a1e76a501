import { AmountText } from '#components/money/amount-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewCase, tReviewTerms } from '#lib/messages/review-case.ts';
import type { FactRule } from '#lib/reviews/cases/schema/facts.ts';
import { parseTotal } from '#lib/values/amount.ts';
import { formatEntities } from '../case-labels.ts';

/** Shows which version of a rule opened the case, its text at that time, and what it found. */
export function RuleFact({ businessId, rule }: { businessId: string; rule: FactRule }) {
  const { amount, currency, count, score, watched } = rule.found;
  return (
    <span className="block break-words text-muted text-xs">
      {tReviewCase.rich('ruleFact.version', {
        name: rule.name,
        number: String(rule.number),
        summary: rule.says,
        link: (text) => (
          <TextLink prefetch={false} href={`/${businessId}/reviews/rules/${rule.ruleId}`}>
            {text}
          </TextLink>
        ),
      })}
      {amount !== undefined && (
        <span className="block text-ink">
          {tReviewCase.rich('ruleFact.amount', {
            amount: () => <AmountText amount={parseTotal(amount)} currency={currency ?? null} />,
          })}
        </span>
      )}
      {count !== undefined && (
        <span className="block text-ink">{tReviewCase('ruleFact.count', { count: String(count) })}</span>
      )}
      <span className="block text-ink">{formatEntities(rule.found)}</span>
      {score !== undefined && <span className="block text-ink">{tReviewTerms('score', { score })}</span>}
      {watched !== undefined && (
        <span className="block text-ink">
          {tReviewCase('ruleFact.watched', { names: watched.join(', ') })}
        </span>
      )}
    </span>
  );
}
