import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FactDetail } from '../cases/schema/case.ts';
import type { SubjectKind } from '../model.ts';
import type { MatchedValues, SubjectFacts } from './model/match.ts';
import { matchRule } from './model/match.ts';
import type { RuleActions } from './model/rule.ts';
import { hasCategory } from './model/rule.ts';
import { describeRule } from './model/sentence.ts';
import type { ActiveRule } from './store/active-rules.ts';
import { listActiveRules, listSubjectsNamingRule } from './store/active-rules.ts';
import type { RuleCandidate } from './store/candidates.ts';
import { readCandidates } from './store/candidates.ts';

/** A changed subject that the active rules judge. */
type EvaluatedSubject = {
  readonly businessId: BusinessId;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  /** Time of the change. Rules that ended before it are ignored. */
  readonly markedMs: number;
};

/** A rule that a subject matches, as its case shows it. */
type RuleVerdict = Omit<EvaluatedSubject, 'markedMs'> & {
  readonly fact: {
    readonly kind: `rule:${string}`;
    readonly detail: FactDetail;
    readonly actions: RuleActions;
  };
};

/** Returns the fact that the case stores. It keeps the rule's sentence, so later changes of the rule don't alter it. */
const toFact = (
  { ruleId, number, name, subject, zone, spec, actions }: ActiveRule,
  found: MatchedValues,
): RuleVerdict['fact'] => ({
  kind: `rule:${ruleId}`,
  detail: { rule: { ruleId, number, name, says: describeRule(subject, spec, zone), found } },
  actions,
});

/** An active rule that a subject doesn't match. `isSilent` is true when the subject lacks the facts that it compares. */
export type UnmatchedRule = Omit<EvaluatedSubject, 'markedMs'> & {
  readonly rule: `rule:${string}`;
  readonly number: number;
  readonly isSilent: boolean;
};

/** Followers judged in one round. The others wait for a later round. */
const maximumFollowers = 50;

/**
 * Judges the subjects by all active rules, and also their followers: later subjects of the same group that now
 * match. A verdict depends only on the stored facts, never on the order in which they arrived.
 *
 * Returns in `unmatched` the rules that compare a subject and match in no version. Returns in `waiting` the followers beyond
 * those of one round.
 */
export async function evaluateSubjects(
  transaction: Transaction,
  subjects: readonly EvaluatedSubject[],
): Promise<{
  readonly verdicts: readonly RuleVerdict[];
  readonly unmatched: readonly UnmatchedRule[];
  readonly waiting: readonly Omit<EvaluatedSubject, 'markedMs'>[];
}> {
  const businessIds = [...new Set(subjects.map(({ businessId }) => businessId))];
  const since = Math.min(...subjects.map(({ markedMs }) => markedMs));
  const rules = await listActiveRules(transaction, businessIds, since);
  const verdicts = new Map<string, RuleVerdict>();
  const unmatched: UnmatchedRule[] = [];
  const waiting: Omit<EvaluatedSubject, 'markedMs'>[] = [];
  const toKey = (one: Omit<EvaluatedSubject, 'markedMs'>, rule: string) =>
    `${one.businessId} ${one.subjectId} ${rule}`;
  for (const rule of rules) {
    const judged = await judgeBy(
      transaction,
      rule,
      subjects.filter((one) => appliesTo(rule, one)),
    );
    // The case names the newest version that matches.
    for (const one of judged.found) {
      const key = toKey(one, one.fact.kind);
      if (!verdicts.has(key)) verdicts.set(key, one);
    }
    unmatched.push(...judged.unmatched);
    waiting.push(...judged.waiting);
  }
  return {
    verdicts: [...verdicts.values()],
    unmatched: unmatched.filter((one) => !verdicts.has(toKey(one, one.rule))),
    waiting,
  };
}

const appliesTo = (rule: ActiveRule, { businessId, kind, markedMs }: EvaluatedSubject): boolean =>
  rule.businessId === businessId &&
  rule.subject === kind &&
  (rule.endedMs === null || markedMs < rule.endedMs);

async function judgeBy(
  transaction: Transaction,
  rule: ActiveRule,
  subjects: readonly EvaluatedSubject[],
): Promise<{
  found: readonly RuleVerdict[];
  unmatched: readonly UnmatchedRule[];
  waiting: readonly Omit<EvaluatedSubject, 'markedMs'>[];
}> {
  const { businessId, subject, spec } = rule;
  const ids = subjects.map(({ subjectId }) => subjectId);
  const candidates = await readCandidates(transaction, { businessId, subject, spec, ids, followers: true });
  const matching = candidates.flatMap(({ subjectId, knownMs, facts }) => {
    const found = knownMs >= rule.beginsMs ? matchRule(spec, facts) : null;
    return found === null ? [] : [{ subjectId, found }];
  });
  const changedIds = new Set(ids);
  const later = matching.filter(({ subjectId }) => !changedIds.has(subjectId));
  const named = await listSubjectsNamingRule(
    transaction,
    rule,
    later.map(({ subjectId }) => subjectId),
  );
  const followers = later.filter(({ subjectId }) => !named.has(subjectId));
  const judged = [
    ...matching.filter(({ subjectId }) => changedIds.has(subjectId)),
    ...followers.slice(0, maximumFollowers),
  ];
  return {
    found: judged.map(({ subjectId, found }) => ({
      businessId,
      kind: subject,
      subjectId,
      fact: toFact(rule, found),
    })),
    unmatched: rule.endedMs === null ? listUnmatched(rule, ids, candidates, matching) : [],
    waiting: followers
      .slice(maximumFollowers)
      .map(({ subjectId }) => ({ businessId, kind: subject, subjectId })),
  };
}

const lacksFacts = (facts: SubjectFacts): boolean =>
  facts.kind === 'group' && facts.anyOf.flat().includes(null);

/**
 * Lists the subjects that a rule compares and doesn't match. A subject without the facts that it compares isn't listed,
 * except for a category: an assessment that doesn't name it counts as no match. A subject of which a group lacks facts
 * counts as silent.
 */
function listUnmatched(
  { businessId, subject, spec, ruleId, number, beginsMs }: ActiveRule,
  ids: readonly string[],
  candidates: readonly RuleCandidate[],
  matching: readonly { readonly subjectId: string }[],
): readonly UnmatchedRule[] {
  const found = new Map(candidates.map((candidate) => [candidate.subjectId, candidate]));
  const matched = new Set(matching.map(({ subjectId }) => subjectId));
  return ids.flatMap((subjectId) => {
    const candidate = found.get(subjectId);
    const isAnswer = candidate === undefined ? hasCategory(spec) : candidate.knownMs >= beginsMs;
    if (!isAnswer || matched.has(subjectId)) return [];
    const isSilent = candidate === undefined || lacksFacts(candidate.facts);
    return [{ businessId, kind: subject, subjectId, rule: `rule:${ruleId}` as const, number, isSilent }];
  });
}
