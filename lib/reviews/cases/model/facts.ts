import * as z from 'zod';
import { parseAmount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/arithmetic.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FactKind, StoredFactKind, SubjectKind } from '../../model.ts';
import type { FactDetail } from '../../schema/case.ts';

/** Of what the service tells: rules of the merchant's own are judged elsewhere. */
export type ServiceFactKind = Exclude<FactKind, 'rule'>;

/** What is known of a subject, as far as it can be a reason for a case. */
export type Subject = {
  readonly businessId: BusinessId;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly status: string | null;
  readonly refundReason: string | null;
  readonly riskScore: string | null;
  /** §2.5, as received. */
  readonly assessment: unknown;
  /** Null: a score is no reason, because its scale is not shown. */
  readonly riskScoreFrom: string | null;
  readonly dueHours: number;
  /** When it was first marked, of the marks that are taken together. */
  readonly markedMs: number;
  /**
   * Reasons that changes took away since it was looked at last, one a change, in order; they may be back by now. With
   * the score or assessment that was the reason.
   */
  readonly left: readonly {
    readonly kind: ServiceFactKind;
    readonly score: string | null;
    readonly assessment: unknown;
  }[];
  /** What rules ask for, as it stood before each change since then, in order. */
  readonly was: readonly State[];
};

/** `columns`: of its row, as JSON; `isRisk`: of its risk detail. */
export type State = {
  readonly columns: string;
  readonly isRisk: boolean;
  readonly assessment: unknown;
};

/**
 * A kept fact that is so no longer. `score`: unless the case names this very one, for then only our threshold moved.
 * `number`: of this version of the rule, for another one asks for something else.
 */
export type EndedFact = { readonly kind: StoredFactKind; readonly score?: string; readonly number?: number };

/**
 * A reason that the subject did not give when it was looked at last, gave in between, and does not give now. `isOver`: it
 * is known to be so no longer. `isAgain`: it began again, whether or not it was so when it was looked at last.
 */
export type PassingFact = {
  readonly kind: StoredFactKind;
  readonly detail: FactDetail;
  readonly isOver: boolean;
  readonly isAgain: boolean;
};

/** Thousands of entities may come; a case names this many of their categories. */
const mostCategories = 12;

const text = z.string().nullish().catch(null);
const entity = z.object({ name: text, category: text });
const entities = z.array(entity.catch({})).nullish().catch(null);
const assessment = z.object({ sourceRiskEntities: entities, destinationRiskEntities: entities });

/** Every risk entity that the assessment names, as far as it can be read. */
export function listEntities(given: unknown): readonly z.output<typeof entity>[] {
  const { success, data } = assessment.safeParse(given);
  return success ? [...(data.sourceRiskEntities ?? []), ...(data.destinationRiskEntities ?? [])] : [];
}

function riskEntities(given: unknown): FactDetail {
  const all = listEntities(given);
  if (all.length === 0) return null;
  const categories = [...new Set(all.map(({ category }) => category?.trim().slice(0, 80) || 'unnamed'))];
  return { categories: categories.toSorted().slice(0, mostCategories), entities: all.length };
}

function isOver(score: string | null, from: string | null): boolean {
  const value = score === null ? null : parseAmount(score.trim());
  const threshold = from === null ? null : parseAmount(from);
  return value !== null && threshold !== null && compareAmounts(value, threshold) >= 0;
}

/** Every reason for a case that the subject gives now; none where nothing is flagged. */
export function listFacts(subject: Subject): readonly { kind: ServiceFactKind; detail: FactDetail }[] {
  const plain = (kind: ServiceFactKind) => ({ kind, detail: null });
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

const told = z.object({
  sourceRiskEntities: z.array(z.unknown()),
  destinationRiskEntities: z.array(z.unknown()),
});

/** Whether the assessment tells of all its entities: one that is missing, or half there, says nothing about them. */
export const tellsEntities = (assessment: unknown): boolean => told.safeParse(assessment).success;

const ofStatus: Readonly<Record<SubjectKind, readonly ServiceFactKind[]>> = {
  deposit: ['deposit-review', 'deposit-blocked'],
  withdrawal: ['withdrawal-blocked'],
};

/**
 * The reasons that the subject does not give now and may have given before. What is not known of it has not ended, nor
 * has what only our own threshold makes another matter.
 */
export function listEndedFacts(subject: Subject): readonly EndedFact[] {
  const { status, refundReason, riskScore, riskScoreFrom } = subject;
  const now = new Set(listFacts(subject).map(({ kind }) => kind));
  const left = subject.left.map(({ kind }) => kind);
  const kinds: ServiceFactKind[] = [...new Set(left)];
  if (status !== null) kinds.push(...ofStatus[subject.kind]);
  if (refundReason !== null) kinds.push('refund-illicit', 'refund-restricted');
  if (tellsEntities(subject.assessment)) kinds.push('risk-entity');
  const ended: EndedFact[] = kinds
    .filter((kind) => left.includes(kind) || !now.has(kind))
    .map((kind) => ({ kind }));
  if (riskScore !== null && riskScoreFrom !== null && !now.has('risk-score') && parseAmount(riskScore.trim()))
    ended.push({ kind: 'risk-score', score: riskScore });
  return ended;
}

/** What was so in between alone, as far as the service told it. It ends as often as it begins, but for what is so now. */
export function listPassingFacts(subject: Subject): readonly PassingFact[] {
  const now = new Set(listFacts(subject).map(({ kind }) => kind));
  const ends = Map.groupBy(subject.left, ({ kind }) => kind);
  return [...ends].flatMap(([kind, all]) => {
    const last = all.at(-1);
    if (now.has(kind) || last === undefined) return [];
    return [{ kind, detail: detailOf(last), isOver: true, isAgain: all.length > 1 }];
  });
}

function detailOf({ kind, score, assessment }: Subject['left'][number]): FactDetail {
  if (kind === 'risk-entity') return riskEntities(assessment);
  return kind === 'risk-score' && score !== null ? { score } : null;
}
