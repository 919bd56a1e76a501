import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../../model.ts';
import { factKinds, parseStoredKind, subjectKinds } from '../../model.ts';
import type { ReportedSubject } from '../model/facts.ts';

const heldRow = z.object({
  business_id: z.string(),
  subject_kind: z.enum(subjectKinds),
  subject_id: z.string(),
});

const reportedKind = z
  .string()
  .transform(parseStoredKind)
  .pipe(z.enum(factKinds).exclude(['rule', 'manual']));

/**
 * A mark of a changed subject. `was` has the columns before that change as text, because numbers have thirty
 * decimals. Score and assessment are set on marks of a risk change.
 */
const mark = z.object({
  ended: reportedKind.nullable(),
  was: z.string().nullable(),
  is_risk: z.boolean().nullable(),
  score: z.string().nullable(),
  assessment: z.unknown(),
});

const subjectRow = heldRow.extend({
  marked: z.string(),
  marks: z.array(mark),
  status: z.string().nullable(),
  refund_reason: z.string().nullable(),
  risk_score: z.string().nullable(),
  assessment: z.unknown(),
  risk_score_from: z.string().nullable(),
  due_hours: z.number(),
});

/**
 * Takes the oldest due subjects with their current state and every earlier state since the last sweep. All marks and
 * states of a subject come from one snapshot, so that no mark is matched with a later change. Subjects locked by
 * another process are skipped. A rollback leaves them due.
 */
export async function takeDueSubjects(
  transaction: Transaction,
  count: number,
): Promise<readonly ReportedSubject[]> {
  const held: unknown = await transaction.$queryRaw`
    SELECT business_id, subject_kind, subject_id FROM (
      SELECT DISTINCT business_id::text, subject_kind, subject_id::text FROM (
        SELECT * FROM review_due ORDER BY id LIMIT ${count}) AS oldest OFFSET 0) AS subject
     WHERE pg_try_advisory_xact_lock(hashtextextended('review of ' || subject_id, 0))`;
  const lockedSubjects = z.array(heldRow).parse(held);
  if (lockedSubjects.length === 0) return [];
  const rows: unknown = await transaction.$queryRaw`
    WITH asked AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(lockedSubjects)}::jsonb)
        AS one(business_id uuid, subject_kind text, subject_id uuid)),
    taken AS (
      DELETE FROM review_due d USING asked a
       WHERE d.business_id = a.business_id AND d.subject_id = a.subject_id AND d.subject_kind = a.subject_kind
      RETURNING d.*),
    due AS (
      SELECT business_id, subject_kind, subject_id, floor(extract(epoch from min(marked_at)) * 1000)::text AS marked,
             json_agg(json_build_object('ended', ended, 'was', was::text, 'score', was ->> 'risk_score',
               'assessment', was -> 'assessment',
               'is_risk', jsonb_exists(was, 'assessment') OR jsonb_exists(was, 'owner_category')) ORDER BY id) AS marks
        FROM taken GROUP BY 1, 2, 3)
    SELECT due.business_id::text, due.subject_kind, due.subject_id::text, due.marked, due.marks,
           coalesce(d.status, w.status, p.status) AS status, d.refund_reason, r.risk_score, r.assessment,
           desk.value ->> 'riskScoreFrom' AS risk_score_from, (desk.value ->> 'dueHours')::int AS due_hours
      FROM due
      LEFT JOIN deposit d ON due.subject_kind = 'deposit'
        AND d.business_id = due.business_id AND d.deposit_id = due.subject_id
      LEFT JOIN deposit_risk r ON r.business_id = d.business_id AND r.deposit_id = d.deposit_id
      LEFT JOIN withdrawal w ON due.subject_kind = 'withdrawal'
        AND w.business_id = due.business_id AND w.withdrawal_id = due.subject_id
      LEFT JOIN payment p ON due.subject_kind = 'payment'
        AND p.business_id = due.business_id AND p.payment_id = due.subject_id
      CROSS JOIN LATERAL setting_value(due.business_id, 'review-desk') AS desk(value)
     ORDER BY due.business_id, due.subject_id`;
  return z.array(subjectRow).parse(rows).map(toSubject);
}

function toSubject({ marks, ...row }: z.output<typeof subjectRow>): ReportedSubject {
  return {
    businessId: toId<BusinessId>(row.business_id),
    kind: row.subject_kind,
    subjectId: row.subject_id,
    status: row.status,
    refundReason: row.refund_reason,
    riskScore: row.risk_score,
    assessment: row.assessment,
    riskScoreFrom: row.risk_score_from,
    dueHours: row.due_hours,
    markedMs: Number(row.marked),
    left: marks.flatMap(({ ended, score, assessment }) =>
      ended === null ? [] : [{ kind: ended, score, assessment }],
    ),
    was: marks.flatMap(({ ended, was, is_risk, assessment }) =>
      ended === null && was !== null ? [{ columns: was, isRisk: is_risk === true, assessment }] : [],
    ),
  };
}

/** Marks subjects again with the time of their first mark. */
export async function restoreDueMarks(
  transaction: Transaction,
  subjects: readonly { businessId: BusinessId; kind: SubjectKind; subjectId: string; markedMs: number }[],
): Promise<void> {
  await transaction.reviewDue.createMany({
    data: subjects.map(({ businessId, kind, subjectId, markedMs }) => ({
      businessId,
      subjectKind: kind,
      subjectId,
      markedAt: new Date(markedMs),
    })),
  });
}
