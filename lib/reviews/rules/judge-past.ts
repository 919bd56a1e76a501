import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { State } from '../cases/model/facts.ts';
import { tellsEntities } from '../cases/model/facts.ts';
import { matchRule } from './model/match.ts';
import type { ActiveRule } from './store/active-rules.ts';
import { askFor } from './store/candidates.ts';
import type { JudgedSubject, Verdict } from './verdict.ts';
import { factBy } from './verdict.ts';

/** A subject with the states that it had between two looks at it, in order. */
export type JudgedBefore = JudgedSubject & { readonly was: readonly State[] };

/** What a rule in force says of those states, in order; null: it asks about that one and does not find it. */
export type VerdictsBefore = Omit<JudgedSubject, 'markedMs'> & {
  readonly rule: `rule:${string}`;
  readonly number: number;
  readonly states: readonly (Verdict['fact'] | null)[];
};

/** Of a subject that changes all the time the first and the last of its states tell enough. */
const mostStates = 20;

const looked = (states: readonly State[]): readonly State[] =>
  states.length <= mostStates
    ? states
    : [...states.slice(0, mostStates / 2), ...states.slice(-mostStates / 2)];

/**
 * Judges by a rule what its subjects were in between: one state of each at a time, beside everything else as it is now.
 * A state of which nothing is told that the rule asks for is left out.
 */
export async function judgeBefore(
  transaction: Transaction,
  rule: ActiveRule,
  subjects: readonly JudgedBefore[],
): Promise<readonly VerdictsBefore[]> {
  const { businessId, subject, spec } = rule;
  const ofRisk = spec.kind === 'category';
  const states = subjects.map(({ subjectId, was }) => ({
    subjectId,
    all: looked(was.filter(({ isRisk }) => isRisk === ofRisk)),
  }));
  const rounds = Math.max(0, ...states.map(({ all }) => all.length));
  const answers = new Map<string, (Verdict['fact'] | null)[]>();
  for (let round = 0; round < rounds; round += 1) {
    const asked = states.flatMap(({ subjectId, all }) => {
      const state = all[round];
      return state === undefined ? [] : [{ subjectId, state }];
    });
    const candidates = await askFor(transaction, {
      businessId,
      subject,
      spec,
      ids: asked.map(({ subjectId }) => subjectId),
      followers: false,
      past: asked.map(({ state }) => state.columns),
    });
    const told = new Map(candidates.map((candidate) => [candidate.subjectId, candidate]));
    for (const { subjectId, state } of asked) {
      const candidate = told.get(subjectId);
      const counts = candidate === undefined ? null : candidate.knownMs >= rule.beginsMs;
      const found = candidate !== undefined && counts === true ? matchRule(spec, candidate.told) : null;
      if (found === null && !(counts ?? (ofRisk && tellsEntities(state.assessment)))) continue;
      const before = answers.get(subjectId) ?? [];
      answers.set(subjectId, [...before, found === null ? null : factBy(rule, found)]);
    }
  }
  return [...answers].map(([subjectId, all]) => ({
    businessId,
    kind: subject,
    subjectId,
    rule: `rule:${rule.ruleId}` as const,
    number: rule.number,
    states: all,
  }));
}
