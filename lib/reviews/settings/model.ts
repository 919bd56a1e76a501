import type { Amount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/subtract.ts';

/** The settings that control the desk. */
export type Settings = {
  /** Decisions from this amount in EUR need approval by a second person. */
  readonly secondFromEur: Amount;
  readonly dueHours: number;
  /** Risk scores from this value open a case; null turns it off. */
  readonly riskScoreFrom: Amount | null;
};

/**
 * Returns whether a change weakens control: a higher threshold, a longer due time, or a score threshold that is raised
 * or switched off. A change that also strengthens counts as weakening as a whole.
 */
export function hasWeakerControls(from: Settings, to: Settings): boolean {
  return (
    compareAmounts(to.secondFromEur, from.secondFromEur) > 0 ||
    to.dueHours > from.dueHours ||
    (from.riskScoreFrom !== null &&
      (to.riskScoreFrom === null || compareAmounts(to.riskScoreFrom, from.riskScoreFrom) > 0))
  );
}

/** Returns whether both are the same settings. */
export const isSameSettings = (from: Settings, to: Settings): boolean =>
  from.secondFromEur === to.secondFromEur &&
  from.dueHours === to.dueHours &&
  from.riskScoreFrom === to.riskScoreFrom;
