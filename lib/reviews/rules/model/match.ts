import type { Amount, Total } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/arithmetic.ts';
import { unreachable } from '#lib/values/errors.ts';
import { compareTotal } from '#lib/values/total.ts';
import type { RuleSpec, Threshold } from './rule.ts';

/** What the database tells of a subject, as far as a rule asks for it. */
export type SubjectFacts =
  /** Every figure in the rule's currency: a record and a callback may each tell one. Empty: none is known. */
  | { readonly kind: 'amount'; readonly figures: readonly Amount[] }
  | { readonly kind: 'new-address'; readonly figures: readonly Amount[]; readonly seenBefore: boolean }
  /** Of its group, in its span, itself included. `sum` null: it has no figure to add. */
  | { readonly kind: 'velocity'; readonly count: number; readonly sum: Total | null }
  | { readonly kind: 'category'; readonly entities: number; readonly categories: readonly string[] };

/** What made a rule match, for the case. */
export type Found = {
  readonly amount?: string;
  readonly currency?: string;
  readonly count?: number;
  readonly categories?: readonly string[];
  readonly entities?: number;
};

/** The largest figure where one is over the threshold. */
function overThreshold(figures: readonly Amount[], { over, currency }: Threshold): Found | null {
  const largest = figures.toSorted(compareAmounts).at(-1);
  return largest !== undefined && compareAmounts(largest, over) > 0 ? { amount: largest, currency } : null;
}

/** Whether a rule matches what is told of a subject, and by what. Null: it does not. */
export function matchRule(spec: RuleSpec, told: SubjectFacts): Found | null {
  switch (spec.kind) {
    case 'amount':
      return told.kind === 'amount' ? overThreshold(told.figures, spec) : null;
    case 'new-address':
      return told.kind === 'new-address' && !told.seenBefore ? overThreshold(told.figures, spec) : null;
    case 'velocity': {
      if (told.kind !== 'velocity') return null;
      const { measure } = spec;
      if (measure.of === 'count') return told.count > measure.over ? { count: told.count } : null;
      return told.sum !== null && compareTotal(told.sum, measure.over) > 0
        ? { amount: told.sum, currency: measure.currency, count: told.count }
        : null;
    }
    case 'category':
      return told.kind === 'category' && told.entities >= spec.least
        ? { entities: told.entities, categories: told.categories }
        : null;
    default:
      return unreachable(spec);
  }
}
