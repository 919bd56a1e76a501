import { AmountText } from '#components/money/amount-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { FactRule } from '#lib/reviews/cases/schema/facts.ts';
import { parseTotal } from '#lib/values/amount.ts';

/** Which version of which rule opened the case or joined it, in its words of that time, and what it found. */
export function FactOfRule({ businessId, rule }: { businessId: string; rule: FactRule }) {
  const { amount, currency, count, entities, categories } = rule.found;
  return (
    <span className="block break-words text-muted text-xs">
      <TextLink prefetch={false} href={`/${businessId}/reviews/rules/${rule.ruleId}`}>
        {rule.name}
      </TextLink>
      , version {rule.number}. {rule.says}
      <span className="block text-ink">
        Found:{' '}
        {amount !== undefined && <AmountText amount={parseTotal(amount)} currency={currency ?? null} />}
        {count !== undefined && ` ${count} in that time`}
        {entities !== undefined && `${entities} ${entities === 1 ? 'entity' : 'entities'}: `}
        {categories?.join(', ')}
      </span>
    </span>
  );
}
