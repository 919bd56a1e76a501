import type { BusinessId } from '#lib/values/ids.ts';
import type { StoredFactKind, SubjectKind } from '../../model.ts';
import type { RuleActions } from '../../rules/model/rule.ts';
import type { FactDetail } from '../schema/case.ts';

/** A reason for a case. A rule of the merchant names what happens to a case that it opens. */
export type BegunFact = {
  readonly kind: StoredFactKind;
  readonly detail: FactDetail;
  readonly actions?: RuleActions;
};

/**
 * A stored fact that no longer applies. With `score`, it stays if the stored score is the same, because then only the
 * threshold moved. With `number`, it ends only for that version of the rule.
 */
export type EndedFact = { readonly kind: StoredFactKind; readonly score?: string; readonly number?: number };

/** A fact begins, or ends. */
export type FactStep =
  | { readonly begun: BegunFact; readonly ended?: never }
  | { readonly ended: EndedFact; readonly begun?: never };

/** A record that changed since the last sweep. */
export type ChangedSubject = {
  readonly businessId: BusinessId;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly dueHours: number;
  /** The time of the earliest change. Rules that ended before it are ignored. */
  readonly markedMs: number;
  /** False if no complete assessment is reported, which says nothing about entities. */
  readonly hasEntities: boolean;
  /** The reasons of the service that began or ended, in order. */
  readonly steps: readonly FactStep[];
};
