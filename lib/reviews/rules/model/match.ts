import type { Amount, Total } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { unreachable } from '#lib/values/errors.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { compareTotal } from '#lib/values/total.ts';
import type { AmountThreshold, Condition, RuleSpec } from './rule.ts';

/** Facts of a subject that a rule compares, as read from the database. */
export type SubjectFacts =
  /** Figures in the rule's currency from the record and the callback. Empty when none is reported. */
  | { readonly kind: 'amount'; readonly figures: readonly Amount[] }
  | { readonly kind: 'new-address'; readonly figures: readonly Amount[]; readonly seenBefore: boolean }
  /** Count and sum of the group within the span, including the subject. `sum` is null when it has no figure. */
  | { readonly kind: 'velocity'; readonly count: number; readonly sum: Total | null }
  | { readonly kind: 'category'; readonly entities: number; readonly categories: readonly string[] }
  | { readonly kind: 'score'; readonly score: string }
  /** The watched addresses and entities of the record. */
  | { readonly kind: 'watch-list'; readonly watched: readonly string[] }
  /** The weekday (1 is Monday) and the minutes since midnight at which the record was received. */
  | { readonly kind: 'schedule'; readonly day: number; readonly minute: number }
  /** The facts of each condition of each group. Null for a condition without facts. */
  | { readonly kind: 'group'; readonly anyOf: readonly (readonly (SubjectFacts | null)[])[] };

/** Values that made a rule match, as the case shows them. */
export type MatchedValues = {
  readonly amount?: string;
  readonly currency?: string;
  readonly count?: number;
  readonly categories?: readonly string[];
  readonly entities?: number;
  readonly score?: string;
  readonly watched?: readonly string[];
};

/** Returns the largest figure if it is over the threshold. */
function overThreshold(
  figures: readonly Amount[],
  { over, currency }: AmountThreshold,
): MatchedValues | null {
  const largest = figures.toSorted(compareAmounts).at(-1);
  return largest !== undefined && compareAmounts(largest, over) > 0 ? { amount: largest, currency } : null;
}

function isScheduled(
  { days, from, until }: Extract<Condition, { kind: 'schedule' }>,
  { day, minute }: Extract<SubjectFacts, { kind: 'schedule' }>,
): boolean {
  if (!days.includes(day)) return false;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** Returns the values of the first group whose conditions all match. */
function matchGroups(
  groups: readonly (readonly Condition[])[],
  facts: readonly (readonly (SubjectFacts | null)[])[],
): MatchedValues | null {
  for (const [at, group] of groups.entries()) {
    const found = group.map((condition, place) => {
      const own = facts[at]?.[place] ?? null;
      return own === null ? null : matchRule(condition, own);
    });
    const matched = found.filter((one) => one !== null);
    if (matched.length < group.length) continue;
    // The first condition that has a value names it.
    let values: MatchedValues = {};
    for (const one of matched.toReversed()) values = { ...values, ...one };
    return values;
  }
  return null;
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
    case 'score': {
      const score = facts.kind === 'score' ? parseAmount(facts.score.trim()) : null;
      return score !== null && compareAmounts(score, spec.over) > 0 ? { score } : null;
    }
    case 'watch-list':
      return facts.kind === 'watch-list' && facts.watched.length > 0 ? { watched: facts.watched } : null;
    case 'schedule':
      return facts.kind === 'schedule' && isScheduled(spec, facts) ? {} : null;
    case 'group':
      return facts.kind === 'group' ? matchGroups(spec.anyOf, facts.anyOf) : null;
    default:
      return unreachable(spec);
  }
}
