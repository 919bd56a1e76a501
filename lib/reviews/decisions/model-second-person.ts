import type { Amount, Total } from '#lib/values/amount.ts';
import { compareTotal } from '#lib/values/total.ts';
import type { DecisionKind } from '../model.ts';
import type { Finding } from '../model-findings.ts';

/**
 * The words that make two people decide at any amount until an owner changes them, as the columns have them. "OFAC" keeps
 * the sanctions lists of the United States, one of which lists "Specially Designated Nationals".
 */
export const defaultTwoPersonCategories: readonly string[] = [
  'sanction',
  'terror',
  'ofac',
  'specially designated',
];

/** Findings that take two people, also where the service reported no such category. */
const twoPersonFindings: ReadonlySet<Finding> = new Set(['sanctions', 'terrorism']);

const toComparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/**
 * Lists the categories that contain one of the words. The service sends free text, such as "Sanctioned Entity" or
 * "TERRORIST_FINANCING", so letters count in any case, and spaces, hyphens and underscores don't.
 */
export function findTwoPersonCategories(
  categories: readonly string[],
  words: readonly string[],
): readonly string[] {
  const comparable = words.map(toComparable).filter((word) => word !== '');
  return categories.filter((category) => comparable.some((word) => toComparable(category).includes(word)));
}

/** Facts of a case that decide how many people it takes. */
export type SecondPersonFacts = {
  /** The total of the largest reported EUR values. Null if a part has none. */
  readonly eur: Total | null;
  readonly secondFromEur: Amount;
  /** Two people decided any part of the case. */
  readonly takesTwo: boolean;
  /** The reported risk categories that need two people at any amount. */
  readonly twoPersonCategories: readonly string[];
};

/**
 * Returns whether a second person must approve: any decision on the case, or this one. The database has the same rule as a
 * last line of defence.
 */
export const isSecondPersonNeeded = (
  { eur, secondFromEur, takesTwo, twoPersonCategories }: SecondPersonFacts,
  decision: { readonly kind: DecisionKind | null; readonly finding: Finding | null } = {
    kind: null,
    finding: null,
  },
): boolean =>
  decision.kind === 'report' ||
  (decision.finding !== null && twoPersonFindings.has(decision.finding)) ||
  takesTwo ||
  twoPersonCategories.length > 0 ||
  eur === null ||
  compareTotal(eur, secondFromEur) >= 0;
