import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { JudgedBefore, VerdictsBefore } from './judge-past.ts';
import { judgeBefore } from './judge-past.ts';
import { matchRule } from './model/match.ts';
import type { ActiveRule } from './store/active-rules.ts';
import { listActiveRules, namedAlready } from './store/active-rules.ts';
import type { Candidate } from './store/candidates.ts';
import { askFor } from './store/candidates.ts';
import type { JudgedSubject, Verdict } from './verdict.ts';
import { factBy } from './verdict.ts';

/** A rule in force that a subject does not match. `isSilent`: nothing was found of what the rule asks for. */
export type UnmatchedRule = Omit<JudgedSubject, 'markedMs'> & {
  readonly rule: `rule:${string}`;
  readonly number: number;
  readonly isSilent: boolean;
};

/** More of those that come after a change wait for the next round. */
const mostFollowers = 50;

/**
 * What the rules in force say of these subjects, and of those after them in the same group that now match as well;
 * `unmatched` are those of the given ones that a rule asks about and does not find, by none of its versions; `before` is
 * what they say of the states that the given ones had since they were looked at last. `again` are those whose followers
 * were too many for one round. What a subject matches depends on what is known alone, never on the order in which it
 * came.
 */
export async function judge<Subject extends JudgedBefore>(
  transaction: Transaction,
  subjects: readonly Subject[],
): Promise<{
  readonly verdicts: readonly Verdict[];
  readonly unmatched: readonly UnmatchedRule[];
  readonly before: readonly VerdictsBefore[];
  readonly again: readonly Subject[];
}> {
  const businessIds = [...new Set(subjects.map(({ businessId }) => businessId))];
  const since = Math.min(...subjects.map(({ markedMs }) => markedMs));
  const rules = await listActiveRules(transaction, businessIds, since);
  const verdicts = new Map<string, Verdict>();
  const unmatched: UnmatchedRule[] = [];
  const before: VerdictsBefore[] = [];
  const again = new Set<Subject>();
  const keyOf = (one: Omit<JudgedSubject, 'markedMs'>, rule: string) =>
    `${one.businessId} ${one.subjectId} ${rule}`;
  for (const rule of rules) {
    const own = subjects.filter((one) => isMatterOf(rule, one));
    const { found, missed, isCut } = await judgeBy(transaction, rule, own);
    // The newest version that matches is named.
    for (const one of found) {
      const key = keyOf(one, one.fact.kind);
      if (!verdicts.has(key)) verdicts.set(key, one);
    }
    unmatched.push(...missed);
    if (rule.endedMs === null) before.push(...(await judgeBefore(transaction, rule, own)));
    if (isCut) for (const one of own) again.add(one);
  }
  return {
    verdicts: [...verdicts.values()],
    unmatched: unmatched.filter((one) => !verdicts.has(keyOf(one, one.rule))),
    before,
    again: [...again],
  };
}

const isMatterOf = (rule: ActiveRule, { businessId, kind, markedMs }: JudgedSubject): boolean =>
  rule.businessId === businessId &&
  rule.subject === kind &&
  (rule.endedMs === null || markedMs < rule.endedMs);

async function judgeBy(
  transaction: Transaction,
  rule: ActiveRule,
  subjects: readonly JudgedSubject[],
): Promise<{ found: Verdict[]; missed: readonly UnmatchedRule[]; isCut: boolean }> {
  const { businessId, subject, spec } = rule;
  const ids = subjects.map(({ subjectId }) => subjectId);
  const candidates = await askFor(transaction, { businessId, subject, spec, ids, followers: true });
  const matching = candidates.flatMap(({ subjectId, knownMs, told }) => {
    const found = knownMs >= rule.beginsMs ? matchRule(spec, told) : null;
    return found === null ? [] : [{ subjectId, found }];
  });
  const given = new Set(ids);
  const later = matching.filter(({ subjectId }) => !given.has(subjectId));
  const named = await namedAlready(
    transaction,
    rule,
    later.map(({ subjectId }) => subjectId),
  );
  const followers = later.filter(({ subjectId }) => !named.has(subjectId));
  const taken = [
    ...matching.filter(({ subjectId }) => given.has(subjectId)),
    ...followers.slice(0, mostFollowers),
  ];
  return {
    found: taken.map(({ subjectId, found }) => ({
      businessId,
      kind: subject,
      subjectId,
      fact: factBy(rule, found),
    })),
    missed: rule.endedMs === null ? missedBy(rule, ids, candidates, matching) : [],
    isCut: followers.length > mostFollowers,
  };
}

/**
 * Which of the subjects a rule asks about and does not match. Where nothing is told of what it asks for, that is no
 * answer; only a category that an assessment does not name is.
 */
function missedBy(
  { businessId, subject, spec, ruleId, number, beginsMs }: ActiveRule,
  ids: readonly string[],
  candidates: readonly Candidate[],
  matching: readonly { readonly subjectId: string }[],
): readonly UnmatchedRule[] {
  const asked = new Map(candidates.map(({ subjectId, knownMs }) => [subjectId, knownMs]));
  const matched = new Set(matching.map(({ subjectId }) => subjectId));
  return ids.flatMap((subjectId) => {
    const knownMs = asked.get(subjectId);
    const isAnswer = knownMs === undefined ? spec.kind === 'category' : knownMs >= beginsMs;
    if (!isAnswer || matched.has(subjectId)) return [];
    const isSilent = knownMs === undefined;
    return [{ businessId, kind: subject, subjectId, rule: `rule:${ruleId}` as const, number, isSilent }];
  });
}
