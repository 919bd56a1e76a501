import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { DepositChange, RecordChange, WithdrawalChange } from '../model/record-change.ts';
import type { StoredDeposit, StoredWithdrawal } from '../model/row-read.ts';

/** The reasons for a review case that a record of the service states. The merchant's rules are evaluated elsewhere. */
export const reasonKinds = [
  'deposit-review',
  'deposit-blocked',
  'refund-illicit',
  'refund-restricted',
  'risk-entity',
  'risk-score',
  'withdrawal-blocked',
] as const;
export type ReasonKind = (typeof reasonKinds)[number];

/** The part of a reason that a case stores. */
type ReasonDetail = {
  readonly categories?: readonly string[];
  readonly entities?: number;
  readonly score?: string;
  /** A digest of all entities. The case stores only some categories, so it detects other entities of the same ones. */
  readonly mark?: string;
} | null;

/** A reason begins, or begins with another detail, or ends. */
export type ReasonStep =
  | { readonly kind: ReasonKind; readonly ended: false; readonly detail: ReasonDetail }
  /** `isCertain`: the record stated the reason before. Otherwise it may have been stated earlier. */
  | { readonly kind: ReasonKind; readonly ended: true; readonly isCertain: boolean };

/** The state of each reason on a record: its detail, or `false` if the reason doesn't apply. Others aren't mentioned. */
export type Statements = ReadonlyMap<ReasonKind, { readonly detail: ReasonDetail } | false>;

const text = z.string().nullish().catch(null);
const entity = z.object({ name: text, category: text });
const entities = z.array(entity.catch({})).nullish().catch(null);
const assessmentSchema = z.object({ sourceRiskEntities: entities, destinationRiskEntities: entities });
const completeAssessment = z.object({
  sourceRiskEntities: z.array(z.unknown()),
  destinationRiskEntities: z.array(z.unknown()),
});

/** Limit of the stored categories, because an assessment can name thousands of entities. */
const mostCategories = 12;

/** Returns the detail of the entities in an assessment. Null: it names none that can be parsed. */
function readEntities(assessment: unknown): ReasonDetail {
  const { success, data } = assessmentSchema.safeParse(assessment);
  const all = success ? [...(data.sourceRiskEntities ?? []), ...(data.destinationRiskEntities ?? [])] : [];
  if (all.length === 0) return null;
  const categories = [...new Set(all.map(({ category }) => category?.trim().slice(0, 80) || 'unnamed'))];
  const named = all.map(({ name, category }) => JSON.stringify([name, category])).toSorted();
  return {
    categories: categories.toSorted().slice(0, mostCategories),
    entities: all.length,
    mark: createHash('sha256').update(named.join('\n')).digest('hex').slice(0, 32),
  };
}

/** Returns whether the assessment reports both entity lists. An incomplete one says nothing about entities. */
export const hasReportedEntities = (assessment: unknown): boolean =>
  completeAssessment.safeParse(assessment).success;

/** The values of fields that are a reason. Any other value says that the reason doesn't apply. */
export const reasonsByValue: Readonly<
  Record<
    'deposit' | 'withdrawal',
    readonly { readonly field: string; readonly value: string; readonly reason: ReasonKind }[]
  >
> = {
  deposit: [
    { field: 'status', value: 'COMPLIANCE_REVIEW', reason: 'deposit-review' },
    { field: 'status', value: 'BLOCKED', reason: 'deposit-blocked' },
    { field: 'refundReason', value: 'ILLICIT_DEPOSIT', reason: 'refund-illicit' },
    { field: 'refundReason', value: 'RESTRICTED_CURRENCY', reason: 'refund-restricted' },
  ],
  withdrawal: [{ field: 'status', value: 'BLOCKED', reason: 'withdrawal-blocked' }],
};

/** Returns what a record says about each reason. A value that isn't reported says nothing. */
export function readStatements(
  kind: 'deposit' | 'withdrawal',
  record: StoredDeposit | StoredWithdrawal,
): Statements {
  const { registers, risk } = record.state;
  const found = new Map<ReasonKind, { readonly detail: ReasonDetail } | false>();
  for (const { field, value, reason } of reasonsByValue[kind]) {
    const reported = registers.values[field];
    if (reported !== undefined) found.set(reason, reported === value ? { detail: null } : false);
  }
  if (kind === 'withdrawal') return found;
  const { assessment, riskScore } = risk.values;
  if (typeof assessment === 'string') {
    const { value } = parseJson(assessment);
    const detail = readEntities(value);
    if (detail !== null) found.set('risk-entity', { detail });
    else if (hasReportedEntities(value)) found.set('risk-entity', false);
  }
  // The desk's setting says from which score on it is a reason.
  if (typeof riskScore === 'string') found.set('risk-score', { detail: { score: riskScore } });
  return found;
}

/** Returns the reasons that begin or end with a change. A removed record ends none: its case stays as it was. */
export function listReasonSteps({ kind, before, after }: DepositChange | WithdrawalChange): ReasonStep[] {
  if (after === null) return [];
  const past: Statements = before === null ? new Map() : readStatements(kind, before);
  return [...readStatements(kind, after)].flatMap(([reason, present]): readonly ReasonStep[] => {
    const was = past.get(reason);
    if (present === false)
      return before === null || was === false
        ? []
        : [{ kind: reason, ended: true, isCertain: was !== undefined }];
    const isSame = was && JSON.stringify(was.detail) === JSON.stringify(present.detail);
    return isSame ? [] : [{ kind: reason, ended: false, detail: present.detail }];
  });
}

/** Returns whether a change is of a deposit or a withdrawal, the records that state reasons. */
export const canStateReasons = (change: RecordChange): change is DepositChange | WithdrawalChange =>
  change.kind !== 'payment';
