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

/** An active rule that a subject doesn't match. `isSilent` is true when the subject lacks the facts that it compares. */
export type UnmatchedRule = Omit<JudgedSubject, 'markedMs'> & {
  readonly rule: `rule:${string}`;
  readonly number: number;
  readonly isSilent: boolean;
};

/** Followers judged in one round. The others wait for the next round. */
const mostFollowers = 50;

/**
 * Judges the subjects by all active rules, and also their followers: later subjects of the same group that now match.
 * A verdict depends only on the stored facts, never on the order in which they arrived.
 *
 * `unmatched` lists the rules that compare a subject and match in no version. `before` has the verdicts about the states
 * since the subject was last judged. `again` lists the subjects with too many followers for one round.
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
  const toKey = (one: Omit<JudgedSubject, 'markedMs'>, rule: string) =>
    `${one.businessId} ${one.subjectId} ${rule}`;
  for (const rule of rules) {
    const own = subjects.filter((one) => appliesTo(rule, one));
    const { found, missed, isCut } = await judgeBy(transaction, rule, own);
    // The case names the newest version that matches.
    for (const one of found) {
      const key = toKey(one, one.fact.kind);
      if (!verdicts.has(key)) verdicts.set(key, one);
    }
    unmatched.push(...missed);
    if (rule.endedMs === null) before.push(...(await judgeBefore(transaction, rule, own)));
    if (isCut) for (const one of own) again.add(one);
  }
  return {
    verdicts: [...verdicts.values()],
    unmatched: unmatched.filter((one) => !verdicts.has(toKey(one, one.rule))),
    before,
    again: [...again],
  };
}

const appliesTo = (rule: ActiveRule, { businessId, kind, markedMs }: JudgedSubject): boolean =>
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
    missed: rule.endedMs === null ? listUnmatched(rule, ids, candidates, matching) : [],
    isCut: followers.length > mostFollowers,
  };
}

/**
 * Lists the subjects that a rule compares and doesn't match. A subject without the facts that it compares isn't listed,
 * except for a category: an assessment that doesn't name it counts as no match.
 */
function listUnmatched(
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
