import { tReviewFindings } from '#lib/messages/review-case.ts';
import type { DecisionKind } from './model.ts';

/** The findings of a review. Codes are stored and must not change. */
export const findings = [
  'no-concern',
  'explained',
  'wrong-match',
  'unproven-source',
  'mixer',
  'darknet',
  'fraud',
  'stolen-funds',
  'structuring',
  'sanctions',
  'terrorism',
  'other',
] as const;
export type Finding = (typeof findings)[number];

/** Returns the label of a finding. */
export const formatFinding = (finding: Finding): string => tReviewFindings(`names.${finding}`);

const harmlessFindings: ReadonlySet<Finding> = new Set(['no-concern', 'explained', 'wrong-match']);

/** Lists the findings that fit a decision: only a cleared case can be harmless, and no suspicion clears a case. */
export const listFindings = (kind: DecisionKind): readonly Finding[] =>
  findings.filter((finding) => finding === 'other' || harmlessFindings.has(finding) === (kind === 'clear'));

/**
 * Returns what follows from a decision, in order. `isAlone`: no second person has to approve.
 */
export function listConsequences(kind: DecisionKind, isAlone: boolean): readonly string[] {
  const first = [tReviewFindings('next.refresh'), tReviewFindings(isAlone ? 'next.alone' : 'next.second')];
  switch (kind) {
    case 'clear':
      return [...first, tReviewFindings('next.clear'), tReviewFindings('next.clearWatch')];
    case 'keep-blocked':
      return [...first, tReviewFindings('next.holdWatch')];
    case 'recommend-refund':
      return [...first, tReviewFindings('next.refundWatch')];
    case 'report':
      return [...first, tReviewFindings('next.report'), tReviewFindings('next.holdWatch')];
  }
}
