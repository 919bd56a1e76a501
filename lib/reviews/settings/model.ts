import type { Amount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/subtract.ts';

/** The settings that control the desk. */
export type Settings = {
  /** Decisions from this amount in EUR need approval by a second person. */
  readonly secondFromEur: Amount;
  readonly dueHours: number;
  /** Risk scores from this value open a case; null turns it off. */
  readonly riskScoreFrom: Amount | null;
  /** Cases with a risk category that contains one of these words take two people at any amount. */
  readonly twoPersonCategories: readonly string[];
};

/** Returns the words of a text with one on each line, as they are stored: in small letters, each once. */
export const toTwoPersonCategories = (lines: string): readonly string[] => [
  ...new Set(
    lines
      .normalize('NFKC')
      .toLowerCase()
      .split('\n')
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .filter((line) => line !== ''),
  ),
];

/**
 * Returns whether a change weakens control: a higher threshold, a longer due time, a score threshold that is raised or
 * switched off, or a removed category that takes two people. A change that also strengthens counts as weakening as a whole.
 */
export function hasWeakerControls(from: Settings, to: Settings): boolean {
  return (
    compareAmounts(to.secondFromEur, from.secondFromEur) > 0 ||
    to.dueHours > from.dueHours ||
    (from.riskScoreFrom !== null &&
      (to.riskScoreFrom === null || compareAmounts(to.riskScoreFrom, from.riskScoreFrom) > 0)) ||
    from.twoPersonCategories.some((word) => !to.twoPersonCategories.includes(word))
  );
}

/** Returns whether both are the same settings. */
export const isSameSettings = (from: Settings, to: Settings): boolean =>
  from.secondFromEur === to.secondFromEur &&
  from.dueHours === to.dueHours &&
  from.riskScoreFrom === to.riskScoreFrom &&
  from.twoPersonCategories.join('\n') === to.twoPersonCategories.join('\n');
