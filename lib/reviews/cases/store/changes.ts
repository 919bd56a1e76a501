import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { hasReportedEntities, reasonKinds } from '#lib/observations/index.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../../model.ts';
import { subjectKinds } from '../../model.ts';
import type { ChangedSubject, FactStep } from '../model/facts.ts';
import { compareScore } from '../model/scores.ts';

const heldRow = z.object({
  business_id: z.string(),
  subject_kind: z.enum(subjectKinds),
  subject_id: z.string(),
});

/** The part of a service's reason that a fact stores. */
const detailSchema = z
  .object({
    categories: z.array(z.string()).optional(),
    entities: z.number().optional(),
    score: z.string().optional(),
    mark: z.string().optional(),
  })
  .nullable();

const stepRow = z.object({
  reason: z.enum(reasonKinds).nullable(),
  detail: detailSchema,
  ended: z.boolean(),
});

const subjectRow = heldRow.extend({
  marked: z.string(),
  steps: z.array(stepRow),
  risk_score: z.string().nullable(),
  assessment: z.unknown(),
  risk_score_from: z.string().nullable(),
  due_hours: z.number(),
});

/**
 * Takes the oldest changed subjects with all their changes, in order. They come from one snapshot with the current state of
 * the record. Subjects locked by another process are skipped. A rollback leaves them.
 */
export async function takeChangedSubjects(
  transaction: Transaction,
  count: number,
): Promise<readonly ChangedSubject[]> {
  const held: unknown = await transaction.$queryRaw`
    SELECT business_id, subject_kind, subject_id FROM (
      SELECT DISTINCT business_id::text, subject_kind, subject_id::text FROM (
        SELECT * FROM review_change ORDER BY id LIMIT ${count}) AS oldest OFFSET 0) AS subject
     WHERE pg_try_advisory_xact_lock(hashtextextended('review of ' || subject_id, 0))`;
  const lockedSubjects = z.array(heldRow).parse(held);
  if (lockedSubjects.length === 0) return [];
  const rows: unknown = await transaction.$queryRaw`
    WITH held AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(lockedSubjects)}::jsonb)
        AS one(business_id uuid, subject_kind text, subject_id uuid)),
    taken AS (
      DELETE FROM review_change c USING held h
       WHERE c.business_id = h.business_id AND c.subject_id = h.subject_id AND c.subject_kind = h.subject_kind
      RETURNING c.*),
    changed AS (
      SELECT business_id, subject_kind, subject_id, floor(extract(epoch from min(marked_at)) * 1000)::text AS marked,
             json_agg(json_build_object('reason', reason, 'detail', detail, 'ended', ended) ORDER BY id) AS steps
        FROM taken GROUP BY 1, 2, 3)
    SELECT c.business_id::text, c.subject_kind, c.subject_id::text, c.marked, c.steps, r.risk_score, r.assessment,
           desk.value ->> 'riskScoreFrom' AS risk_score_from, (desk.value ->> 'dueHours')::int AS due_hours
      FROM changed c
      LEFT JOIN deposit_risk r ON c.subject_kind = 'deposit' AND r.business_id = c.business_id
        AND r.deposit_id = c.subject_id
      CROSS JOIN LATERAL setting_value(c.business_id, 'review-desk') AS desk(value)
     ORDER BY c.business_id, c.subject_id`;
  return z
    .array(subjectRow)
    .parse(rows)
    .map((row) => ({
      businessId: toId<BusinessId>(row.business_id),
      kind: row.subject_kind,
      subjectId: row.subject_id,
      dueHours: row.due_hours,
      markedMs: Number(row.marked),
      hasEntities: hasReportedEntities(row.assessment),
      steps: row.steps.flatMap((step) => toFactSteps(step, row)),
    }));
}

/** A score without a detail is the current one, which is compared with a new threshold. */
function toFactSteps(
  { reason, detail, ended }: z.output<typeof stepRow>,
  { risk_score, risk_score_from }: z.output<typeof subjectRow>,
): readonly FactStep[] {
  if (reason === null) return [];
  if (reason === 'risk-score') return compareScore(detail?.score ?? risk_score, risk_score_from);
  return ended ? [{ ended: { kind: reason } }] : [{ begun: { kind: reason, detail } }];
}

/** Has these subjects compared by the next sweep, unless they wait for it. `markedMs` is the time of the change. */
export async function markSubjects(
  transaction: Transaction,
  subjects: readonly { businessId: BusinessId; kind: SubjectKind; subjectId: string }[],
  markedMs: number,
): Promise<void> {
  if (subjects.length === 0) return;
  const rows = subjects.map(({ businessId, kind, subjectId }) => ({ businessId, kind, subjectId }));
  await transaction.$executeRaw`
    INSERT INTO review_change (business_id, subject_kind, subject_id, marked_at)
    SELECT s."businessId", s.kind, s."subjectId", ${new Date(markedMs)}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS s("businessId" uuid, kind text, "subjectId" uuid)
     WHERE NOT EXISTS (SELECT FROM review_change c WHERE c.business_id = s."businessId" AND c.subject_id = s."subjectId")`;
}

/** Has the subjects of a case compared by the next sweep: its decision or its parts changed. */
export async function markCase(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO review_change (business_id, subject_kind, subject_id)
    SELECT business_id, subject_kind, subject_id FROM review_case
     WHERE business_id = ${businessId}::uuid AND owner_id = ${caseId}::uuid`;
}
