import { tReviews } from '#lib/messages/reviews.ts';
import type { CaseDecision, CaseView, DecisionReversal } from '../cases/schema/case.ts';

/** Approval by a second person needs this many eligible people. */
const requiredPeople = 2;

/**
 * Returns a sentence if the business has too few people for an approval by a second person, otherwise null.
 * `eligible` counts active people with the role Owner or Compliance.
 */
export const describeMissingPeople = (eligible: number): string | null =>
  eligible >= requiredPeople ? null : tReviews('missingPeople');

/** Why an open case has no decision any more: its proposal was declined, or its decision was reversed. */
export const undecidedReasons = ['declined', 'reopened'] as const;
export type UndecidedReason = (typeof undecidedReasons)[number];

/** Why a case is open although it had a proposal or decision. */
export type LastOutcome =
  | { readonly kind: Extract<UndecidedReason, 'declined'>; readonly decision: CaseDecision }
  | {
      readonly kind: Extract<UndecidedReason, 'reopened'>;
      readonly decision: CaseDecision;
      readonly reversal: DecisionReversal;
    };

/** Returns the declined proposal or reversed decision that an open case comes from, or null if there is none. */
export function findLastOutcome({
  state,
  decisions,
}: Pick<CaseView, 'state' | 'decisions'>): LastOutcome | null {
  if (state !== 'open') return null;
  const decision = decisions.find((one) => one.state !== 'withdrawn');
  if (decision?.state === 'declined') return { kind: 'declined', decision };
  const reversal = decision?.reversal ?? null;
  return decision === undefined || reversal === null ? null : { kind: 'reopened', decision, reversal };
}
