import { tReviewRefusals } from '#lib/messages/reviews-server.ts';

import type { CaseState, DecisionKind } from '../../model.ts';
import { decisionTexts } from '../../model.ts';

/** The facts of a case that decide whether it can be merged. */
export type MergeParty = {
  readonly number: number;
  readonly state: CaseState;
  /** The current decision, or null if there is none. */
  readonly decision: DecisionKind | null;
  /** Two people decided any part of it, so that a later decision needs two as well. */
  readonly takesTwo: boolean;
};

const decisionLabel = ({ decision }: MergeParty) =>
  decision === null ? tReviewRefusals('merge.decided') : decisionTexts[decision].label;

/**
 * Returns why one case can't be merged into another and how to fix it, or null if it can. A decision never comes to
 * cover an undecided case, and two different decisions never become one.
 */
export function findMergeRefusal(target: MergeParty, source: MergeParty): string | null {
  const stays = String(target.number);
  const joins = String(source.number);
  for (const one of [target, source]) {
    const number = String(one.number);
    if (one.state === 'merged') return tReviewRefusals('merge.merged', { number });
    if (one.state === 'proposed') return tReviewRefusals('merge.proposed', { number });
  }
  if (target.state === 'open' && source.state === 'decided' && source.takesTwo)
    return tReviewRefusals('merge.twoPeople', { number: joins });
  if (target.state === 'open') return null;
  if (source.state === 'open') return tReviewRefusals('merge.undecided', { stays, joins });
  if (target.decision !== source.decision)
    return tReviewRefusals('merge.differentDecisions', {
      stays,
      joins,
      staysDecision: decisionLabel(target),
      joinsDecision: decisionLabel(source),
    });
  return null;
}
