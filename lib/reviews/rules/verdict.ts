import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FactDetail } from '../cases/schema/case.ts';
import type { SubjectKind } from '../model.ts';
import type { MatchedValues } from './model/match.ts';
import type { RuleActions } from './model/rule.ts';
import { describeRule } from './model/sentence.ts';
import type { ActiveRule } from './store/active-rules.ts';

/** A changed subject that the active rules judge. */
export type EvaluatedSubject = {
  readonly businessId: BusinessId;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  /** Time of the change. Rules that ended before it are ignored. */
  readonly markedMs: number;
};

/** A rule that a subject matches, as its case shows it. */
export type RuleVerdict = Omit<EvaluatedSubject, 'markedMs'> & {
  readonly fact: {
    readonly kind: `rule:${string}`;
    readonly detail: FactDetail;
    readonly actions: RuleActions;
  };
};

/** Returns the fact that the case stores. It keeps the rule's sentence, so later changes of the rule don't alter it. */
export const toFact = (
  { ruleId, number, name, subject, zone, spec, actions }: ActiveRule,
  found: MatchedValues,
): RuleVerdict['fact'] => ({
  kind: `rule:${ruleId}`,
  detail: { rule: { ruleId, number, name, says: describeRule(subject, spec, zone), found } },
  actions,
});
