import type { CaseState, DecisionKind } from '../model.ts';
import { decisionWords } from '../model.ts';

/** A case as far as it matters for whether it may join another. */
export type Joining = {
  readonly number: number;
  readonly state: CaseState;
  /** By which it stands decided. */
  readonly decision: DecisionKind | null;
  /** Two people decided on any part of it. */
  readonly takesTwo: boolean;
};

const named = ({ number }: Joining) => `case ${number}`;
const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const decided = ({ decision }: Joining) => (decision === null ? 'decided' : decisionWords[decision].label);

/**
 * Why a case can't join another, in words that say how to mend it; null where it can. What is decided is never left
 * standing over something that nobody decided, and two decisions that differ never become one.
 */
export function whyNotMerge(stays: Joining, joins: Joining): string | null {
  for (const one of [stays, joins]) {
    if (one.state === 'merged') return `${sentence(named(one))} joined another case already.`;
    if (one.state === 'proposed')
      return `${sentence(named(one))} has a proposal that waits for an answer. Answer it or take it back first.`;
  }
  if (stays.state === 'open' && joins.state === 'decided' && joins.takesTwo)
    return `Two people decided ${named(joins)}. Reopen it first, which a second person approves.`;
  if (stays.state === 'open') return null;
  if (joins.state === 'open')
    return `${sentence(named(stays))} is decided and ${named(joins)} is not. Open ${named(stays)} again, or let ${named(joins)} be the one that stays.`;
  if (stays.decision !== joins.decision)
    return `${sentence(named(stays))} and ${named(joins)} are decided differently (${decided(stays)}, ${decided(joins)}). Open ${named(stays)} again first.`;
  return null;
}
