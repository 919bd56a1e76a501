import * as z from 'zod';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { FactKind, StoredFactKind, SubjectKind } from '../../model.ts';
import type { FactDetail } from '../schema/case.ts';

/** Facts reported by the service. The merchant's rules are evaluated elsewhere, and people open cases themselves. */
export type ServiceFactKind = Exclude<FactKind, 'rule' | 'manual'>;

/** The reported state of a subject, as far as it can be a reason for a case. */
export type ReportedSubject = {
  readonly businessId: BusinessId;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly status: string | null;
  readonly refundReason: string | null;
  readonly riskScore: string | null;
  /** The assessment as received (§2.5). */
  readonly assessment: unknown;
  /** Null if no score is a reason. The service doesn't report the scale, so there is no default. */
  readonly riskScoreFrom: string | null;
  readonly dueHours: number;
  /** The time of the earliest mark in this batch. */
  readonly markedMs: number;
  /**
   * Reasons that ended since the last sweep, one for each change and in order, with the score or assessment of that
   * time. They can apply again by now.
   */
  readonly left: readonly {
    readonly kind: ServiceFactKind;
    readonly score: string | null;
    readonly assessment: unknown;
  }[];
  /** The rule inputs before each change since the last sweep, in order. */
  readonly was: readonly SubjectState[];
};

/**
 * An earlier state of a record: `columns` are its columns as JSON, and `isRisk` is true if its risk detail changed.
 */
export type SubjectState = {
  readonly columns: string;
  readonly isRisk: boolean;
  readonly assessment: unknown;
};

/**
 * A stored fact that no longer applies. With `score`, it stays if the stored score is the same, because then only the
 * threshold moved. With `number`, it ends only for that version of the rule.
 */
export type EndedFact = { readonly kind: StoredFactKind; readonly score?: string; readonly number?: number };

/**
 * A reason that started and ended between two sweeps. `isOver`: it is known to have ended. `isAgain`: it started
 * again after an end.
 */
export type PassingFact = {
  readonly kind: StoredFactKind;
  readonly detail: FactDetail;
  readonly isOver: boolean;
  readonly isAgain: boolean;
};

/** Limit of the stored categories, because an assessment can name thousands of entities. */
const mostCategories = 12;

const text = z.string().nullish().catch(null);
const entity = z.object({ name: text, category: text });
const entities = z.array(entity.catch({})).nullish().catch(null);
const assessment = z.object({ sourceRiskEntities: entities, destinationRiskEntities: entities });

/** Returns every risk entity of the assessment that can be parsed. */
export function listEntities(received: unknown): readonly z.output<typeof entity>[] {
  const { success, data } = assessment.safeParse(received);
  return success ? [...(data.sourceRiskEntities ?? []), ...(data.destinationRiskEntities ?? [])] : [];
}

function riskEntities(received: unknown): FactDetail {
  const all = listEntities(received);
  if (all.length === 0) return null;
  const categories = [...new Set(all.map(({ category }) => category?.trim().slice(0, 80) || 'unnamed'))];
  return { categories: categories.toSorted().slice(0, mostCategories), entities: all.length };
}

function isOver(score: string | null, from: string | null): boolean {
  const value = score === null ? null : parseAmount(score.trim());
  const threshold = from === null ? null : parseAmount(from);
  return value !== null && threshold !== null && compareAmounts(value, threshold) >= 0;
}

/** Returns every current reason for a case; empty if the subject isn't flagged. */
export function listFacts(
  subject: ReportedSubject,
): readonly { kind: ServiceFactKind; detail: FactDetail }[] {
  const plain = (kind: ServiceFactKind) => ({ kind, detail: null });
  // The service reports no reason about a payment itself.
  if (subject.kind === 'payment') return [];
  if (subject.kind === 'withdrawal') return subject.status === 'BLOCKED' ? [plain('withdrawal-blocked')] : [];
  const facts: { kind: ServiceFactKind; detail: FactDetail }[] = [];
  if (subject.status === 'COMPLIANCE_REVIEW') facts.push(plain('deposit-review'));
  if (subject.status === 'BLOCKED') facts.push(plain('deposit-blocked'));
  if (subject.refundReason === 'ILLICIT_DEPOSIT') facts.push(plain('refund-illicit'));
  if (subject.refundReason === 'RESTRICTED_CURRENCY') facts.push(plain('refund-restricted'));
  const named = riskEntities(subject.assessment);
  if (named !== null) facts.push({ kind: 'risk-entity', detail: named });
  if (isOver(subject.riskScore, subject.riskScoreFrom))
    facts.push({ kind: 'risk-score', detail: { score: subject.riskScore ?? '' } });
  return facts;
}

const completeAssessment = z.object({
  sourceRiskEntities: z.array(z.unknown()),
  destinationRiskEntities: z.array(z.unknown()),
});

/** Returns whether the assessment reports both entity lists. An incomplete one says nothing about entities. */
export const hasReportedEntities = (assessment: unknown): boolean =>
  completeAssessment.safeParse(assessment).success;

const ofStatus: Readonly<Record<SubjectKind, readonly ServiceFactKind[]>> = {
  deposit: ['deposit-review', 'deposit-blocked'],
  withdrawal: ['withdrawal-blocked'],
  payment: [],
};

/**
 * Returns the reasons that don't apply now but may be stored. A value that isn't reported ends nothing, nor does a
 * change of our own threshold.
 */
export function listEndedFacts(subject: ReportedSubject): readonly EndedFact[] {
  const { status, refundReason, riskScore, riskScoreFrom } = subject;
  const now = new Set(listFacts(subject).map(({ kind }) => kind));
  const left = subject.left.map(({ kind }) => kind);
  const kinds: ServiceFactKind[] = [...new Set(left)];
  if (status !== null) kinds.push(...ofStatus[subject.kind]);
  if (refundReason !== null) kinds.push('refund-illicit', 'refund-restricted');
  if (hasReportedEntities(subject.assessment)) kinds.push('risk-entity');
  const ended: EndedFact[] = kinds
    .filter((kind) => left.includes(kind) || !now.has(kind))
    .map((kind) => ({ kind }));
  if (riskScore !== null && riskScoreFrom !== null && !now.has('risk-score') && parseAmount(riskScore.trim()))
    ended.push({ kind: 'risk-score', score: riskScore });
  return ended;
}

/**
 * Returns the reported reasons that started and ended between two sweeps. A reason without a current fact ended as
 * often as it started.
 */
export function listPassingFacts(subject: ReportedSubject): readonly PassingFact[] {
  const now = new Set(listFacts(subject).map(({ kind }) => kind));
  const ends = Map.groupBy(subject.left, ({ kind }) => kind);
  return [...ends].flatMap(([kind, all]) => {
    const last = all.at(-1);
    if (now.has(kind) || last === undefined) return [];
    return [{ kind, detail: toDetail(last), isOver: true, isAgain: all.length > 1 }];
  });
}

function toDetail({ kind, score, assessment }: ReportedSubject['left'][number]): FactDetail {
  if (kind === 'risk-entity') return riskEntities(assessment);
  return kind === 'risk-score' && score !== null ? { score } : null;
}
