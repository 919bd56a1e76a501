import 'server-only';
import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { StoredFactKind, SubjectKind } from '../model.ts';
import type { EarlierVerdicts } from '../rules/evaluate-earlier-states.ts';
import type { UnmatchedRule } from '../rules/evaluate-subjects.ts';
import { evaluateSubjects } from '../rules/evaluate-subjects.ts';
import type { RuleActions } from '../rules/model/rule.ts';
import type { EndedFact, PassingFact, ReportedSubject } from './model/facts.ts';
import {
  hasReportedEntities,
  listEndedFacts,
  listEntities,
  listFacts,
  listPassingFacts,
} from './model/facts.ts';
import type { FactDetail } from './schema/case.ts';

/** A subject that is or was flagged, with every reason. */
export type FlaggedSubject = {
  readonly businessId: BusinessId;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly dueHours: number;
  /** A rule of the merchant names what happens to a case that it opens. */
  readonly facts: {
    readonly kind: StoredFactKind;
    readonly detail: FactDetail;
    readonly actions?: RuleActions;
  }[];
  /** Reasons that may be stored and have ended, or were interrupted between two sweeps. */
  readonly ended: EndedFact[];
  /** Reasons that existed only between two sweeps. */
  readonly passing: PassingFact[];
};

type Of = Pick<FlaggedSubject, 'businessId' | 'kind' | 'subjectId'>;
const toKey = ({ businessId, kind, subjectId }: Of) => `${businessId} ${kind} ${subjectId}`;
const orderKey = ({ businessId, kind, subjectId }: Of) => `${businessId} ${subjectId} ${kind}`;

/**
 * Finds flagged subjects by reported facts and by the active rules, in a stable order. `again` lists other subjects
 * that a rule must evaluate because of these.
 */
export async function findFlaggedSubjects(
  transaction: Transaction,
  subjects: readonly ReportedSubject[],
): Promise<{ flagged: readonly FlaggedSubject[]; again: readonly ReportedSubject[] }> {
  const { verdicts, unmatched, before, again } = await evaluateSubjects(transaction, subjects);
  const hours = new Map(subjects.map(({ businessId, dueHours }) => [businessId, dueHours]));
  const flagged = new Map(
    subjects.map((subject): [string, FlaggedSubject] => {
      const { businessId, kind, subjectId, dueHours } = subject;
      const own = unmatched.filter((one) => toKey(one) === toKey(subject));
      return [
        toKey(subject),
        {
          businessId,
          kind,
          subjectId,
          dueHours,
          facts: listFacts(subject).map((fact) => marked(fact, subject)),
          ended: [...listEndedFacts(subject), ...own.flatMap((one) => endedBy(one, subject))],
          passing: listPassingFacts(subject).map((one) => withMark(one, subject)),
        },
      ];
    }),
  );
  for (const { fact, ...one } of verdicts) {
    const dueHours = hours.get(one.businessId) ?? 24;
    const entry = flagged.get(toKey(one)) ?? { ...one, dueHours, facts: [], ended: [], passing: [] };
    entry.facts.push(fact);
    flagged.set(toKey(one), entry);
  }
  for (const one of before) {
    const entry = flagged.get(toKey(one));
    if (entry !== undefined) addBefore(entry, one);
  }
  return {
    flagged: [...flagged.values()].toSorted((one, two) => (orderKey(one) < orderKey(two) ? -1 : 1)),
    again: subjects.filter((subject) => again.includes(subject)),
  };
}

/** Adds the verdicts of a rule between two sweeps: it may have started, ended, or both. */
function addBefore(
  { facts, ended, passing }: FlaggedSubject,
  { rule, number, states }: EarlierVerdicts,
): void {
  if (facts.some(({ kind }) => kind === rule)) {
    if (states.includes(null)) ended.push({ kind: rule, number });
    return;
  }
  const last = states.findLast((state) => state !== null);
  if (last === null || last === undefined) return;
  const isAgain = states.some((state, place) => state !== null && states.slice(0, place).includes(null));
  const isOver = ended.some(({ kind }) => kind === rule);
  if (isAgain && !isOver) ended.push({ kind: rule, number });
  passing.push({ ...last, isOver, isAgain });
}

function withMark(passed: PassingFact, { left }: ReportedSubject): PassingFact {
  const last = left.findLast(({ kind }) => kind === passed.kind);
  return last === undefined ? passed : marked(passed, last);
}

/**
 * Adds a digest of all entities. The case stores only some categories, so the digest detects other entities of the
 * same categories.
 */
function marked<Fact extends FlaggedSubject['facts'][number]>(
  fact: Fact,
  { assessment }: Pick<ReportedSubject, 'assessment'>,
): Fact {
  if (fact.kind !== 'risk-entity') return fact;
  const all = listEntities(assessment).map(({ name, category }) => JSON.stringify([name, category]));
  const mark = createHash('sha256').update(all.toSorted().join('\n')).digest('hex').slice(0, 32);
  return { ...fact, detail: { ...fact.detail, mark } };
}

/**
 * Returns the ended fact of a rule that no longer matches. A missing assessment doesn't end a rule about entities.
 */
const endedBy = (
  { rule, number, isSilent }: UnmatchedRule,
  { assessment }: ReportedSubject,
): readonly EndedFact[] => (isSilent && !hasReportedEntities(assessment) ? [] : [{ kind: rule, number }]);
