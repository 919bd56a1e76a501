import * as z from 'zod';
import { parseAmount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/arithmetic.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FactKind, SubjectKind } from './model.ts';
import type { FactDetail } from './schema.ts';

/** Of what the service tells: rules of the merchant's own are judged elsewhere. */
type ToldFactKind = Exclude<FactKind, 'rule'>;

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
};

/** Thousands of entities may come; a case names this many of their categories. */
const mostCategories = 12;

const entity = z.looseObject({ category: z.string().nullish().catch(null) });
const entities = z.array(entity.catch({})).nullish().catch(null);
const assessment = z.object({ sourceRiskEntities: entities, destinationRiskEntities: entities });

function riskEntities(given: unknown): FactDetail {
  const read = assessment.safeParse(given);
  if (!read.success) return null;
  const all = [...(read.data.sourceRiskEntities ?? []), ...(read.data.destinationRiskEntities ?? [])];
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
export function factsOf(subject: Subject): readonly { kind: ToldFactKind; detail: FactDetail }[] {
  const plain = (kind: ToldFactKind) => ({ kind, detail: null });
  if (subject.kind === 'withdrawal') return subject.status === 'BLOCKED' ? [plain('withdrawal-blocked')] : [];
  const facts: { kind: ToldFactKind; detail: FactDetail }[] = [];
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

const ofStatus: Readonly<Record<SubjectKind, readonly ToldFactKind[]>> = {
  deposit: ['deposit-review', 'deposit-blocked'],
  withdrawal: ['withdrawal-blocked'],
};

/** The reasons that lie in a status which the subject does not have now: one that had it has left it. */
export function endedOf(subject: Subject): readonly ToldFactKind[] {
  if (subject.status === null) return [];
  const now = new Set(factsOf(subject).map(({ kind }) => kind));
  return ofStatus[subject.kind].filter((kind) => !now.has(kind));
}
