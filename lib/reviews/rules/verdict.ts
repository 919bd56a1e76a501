import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../model.ts';
import type { FactDetail } from '../schema/case.ts';
import type { Found } from './model/match.ts';
import { describeRule } from './model/sentence.ts';
import type { ActiveRule } from './store/active-rules.ts';

/** What changed and is looked at by the rules in force. */
export type JudgedSubject = {
  readonly businessId: BusinessId;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  /** A rule that ended before that is no reason any more. */
  readonly markedMs: number;
};

/** A rule that a subject matches, as its case will name it. */
export type Verdict = Omit<JudgedSubject, 'markedMs'> & {
  readonly fact: { readonly kind: `rule:${string}`; readonly detail: FactDetail };
};

/** What the case keeps of the rule: its words as they were, whatever becomes of it. */
export const factBy = (
  { ruleId, number, name, subject, zone, spec }: ActiveRule,
  found: Found,
): Verdict['fact'] => ({
  kind: `rule:${ruleId}`,
  detail: { rule: { ruleId, number, name, says: describeRule(subject, spec, zone), found } },
});
