import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { SubjectState } from '../cases/model/facts.ts';
import { hasReportedEntities } from '../cases/model/facts.ts';
import { matchRule } from './model/match.ts';
import { hasCategory, isAboutRisk, listConditions } from './model/rule.ts';
import type { ActiveRule } from './store/active-rules.ts';
import type { RuleCandidate } from './store/candidates.ts';
import { readCandidates } from './store/candidates.ts';
import type { EvaluatedSubject, RuleVerdict } from './verdict.ts';
import { toFact } from './verdict.ts';

/** A subject with its states since it was last judged, in order. */
export type EarlierState = EvaluatedSubject & { readonly was: readonly SubjectState[] };

/** Verdicts of an active rule about these states, in order. Null when the rule doesn't match the state. */
export type EarlierVerdicts = Omit<EvaluatedSubject, 'markedMs'> & {
  readonly rule: `rule:${string}`;
  readonly number: number;
  readonly states: readonly (RuleVerdict['fact'] | null)[];
};

/** Limit for subjects that change often: the first and the last states are enough. */
const maximumStates = 20;

const limitStates = (states: readonly SubjectState[]): readonly SubjectState[] =>
  states.length <= maximumStates
    ? states
    : [...states.slice(0, maximumStates / 2), ...states.slice(-maximumStates / 2)];

/**
 * Judges earlier states of the subjects by a rule: one state of each subject per round, with all other records as they
 * are now. States without the facts that the rule compares are left out.
 */
export async function evaluateEarlierStates(
  transaction: Transaction,
  rule: ActiveRule,
  subjects: readonly EarlierState[],
): Promise<readonly EarlierVerdicts[]> {
  const { businessId, subject, spec } = rule;
  const namesCategory = hasCategory(spec);
  const compares = new Set(listConditions(spec).map(isAboutRisk));
  const states = subjects.map(({ subjectId, was }) => ({
    subjectId,
    all: limitStates(was.filter(({ isRisk }) => compares.has(isRisk))),
  }));
  const rounds = Math.max(0, ...states.map(({ all }) => all.length));
  const answers = new Map<string, (RuleVerdict['fact'] | null)[]>();
  for (let round = 0; round < rounds; round += 1) {
    const roundStates = states.flatMap(({ subjectId, all }) => {
      const state = all[round];
      return state === undefined ? [] : [{ subjectId, state }];
    });
    const candidateById = new Map<string, RuleCandidate>();
    for (const isRisk of compares) {
      const then = roundStates.filter(({ state }) => state.isRisk === isRisk);
      const candidates = await readCandidates(transaction, {
        businessId,
        subject,
        spec,
        ids: then.map(({ subjectId }) => subjectId),
        followers: false,
        past: { isRisk, columns: then.map(({ state }) => state.columns) },
      });
      for (const candidate of candidates) candidateById.set(candidate.subjectId, candidate);
    }
    for (const { subjectId, state } of roundStates) {
      const candidate = candidateById.get(subjectId);
      const counts = candidate === undefined ? null : candidate.knownMs >= rule.beginsMs;
      const found = candidate !== undefined && counts === true ? matchRule(spec, candidate.facts) : null;
      if (found === null && !(counts ?? (namesCategory && hasReportedEntities(state.assessment)))) continue;
      const before = answers.get(subjectId) ?? [];
      answers.set(subjectId, [...before, found === null ? null : toFact(rule, found)]);
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
