import type { Amount, Total } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/difference.ts';
import { unreachable } from '#lib/values/errors.ts';
import { compareTotal } from '#lib/values/total.ts';
import type { RuleSpec, Threshold } from './rule.ts';

/** Facts of a subject that a rule compares, as read from the database. */
export type SubjectFacts =
  /** Figures in the rule's currency from the record and the callback. Empty when none is reported. */
  | { readonly kind: 'amount'; readonly figures: readonly Amount[] }
  | { readonly kind: 'new-address'; readonly figures: readonly Amount[]; readonly seenBefore: boolean }
  /** Count and sum of the group within the span, including the subject. `sum` is null when it has no figure. */
  | { readonly kind: 'velocity'; readonly count: number; readonly sum: Total | null }
  | { readonly kind: 'category'; readonly entities: number; readonly categories: readonly string[] };

/** Values that made a rule match, as the case shows them. */
export type MatchedValues = {
  readonly amount?: string;
  readonly currency?: string;
  readonly count?: number;
  readonly categories?: readonly string[];
  readonly entities?: number;
};

/** Returns the largest figure if it is over the threshold. */
function overThreshold(figures: readonly Amount[], { over, currency }: Threshold): MatchedValues | null {
  const largest = figures.toSorted(compareAmounts).at(-1);
  return largest !== undefined && compareAmounts(largest, over) > 0 ? { amount: largest, currency } : null;
}

/** Returns the values that make the rule match, or null when it doesn't match. */
export function matchRule(spec: RuleSpec, facts: SubjectFacts): MatchedValues | null {
  switch (spec.kind) {
    case 'amount':
      return facts.kind === 'amount' ? overThreshold(facts.figures, spec) : null;
    case 'new-address':
      return facts.kind === 'new-address' && !facts.seenBefore ? overThreshold(facts.figures, spec) : null;
    case 'velocity': {
      if (facts.kind !== 'velocity') return null;
      const { measure } = spec;
      if (measure.of === 'count') return facts.count > measure.over ? { count: facts.count } : null;
      return facts.sum !== null && compareTotal(facts.sum, measure.over) > 0
        ? { amount: facts.sum, currency: measure.currency, count: facts.count }
        : null;
    }
    case 'category':
      return facts.kind === 'category' && facts.entities >= spec.least
        ? { entities: facts.entities, categories: facts.categories }
        : null;
    default:
      return unreachable(spec);
  }
}
