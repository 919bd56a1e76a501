import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { DecisionKind, ServiceState, SubjectKind } from '../model.ts';
import { decisionKinds, subjectKinds } from '../model.ts';

/** A decided case with everything that it is about, as the service has it now. */
export type WatchedCase = {
  readonly caseId: CaseId;
  readonly disagreesAt: Instant | null;
  readonly decision: DecisionKind;
  readonly subjects: readonly (ServiceState & {
    readonly kind: SubjectKind;
    readonly isOwn: boolean;
  })[];
};

const row = z.object({
  case_id: z.string(),
  disagrees_at: z.date().nullable(),
  decision: z.enum(decisionKinds),
  kind: z.enum(subjectKinds),
  is_own: z.boolean(),
  status: z.string().nullable(),
  refund_status: z.string().nullable(),
  refunded: z.boolean(),
});

/** The decided case that a subject belongs to, by itself or because its own joined it; null where none is decided. */
export async function findWatched(
  transaction: Transaction,
  businessId: BusinessId,
  subjectKind: SubjectKind,
  subjectId: string,
): Promise<WatchedCase | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT s.case_id, s.disagrees_at, x.kind AS decision, m.subject_kind AS kind, m.case_id = s.case_id AS is_own,
           coalesce(d.status, w.status) AS status, d.refund_status, d.refund_first_seen_at IS NOT NULL AS refunded
      FROM review_case own
      JOIN review_case s ON s.business_id = own.business_id AND s.case_id = coalesce(own.merged_into, own.case_id)
      JOIN review_case m ON m.business_id = s.business_id AND (m.case_id = s.case_id OR m.merged_into = s.case_id)
      JOIN review_decision x ON x.business_id = s.business_id AND x.decision_id = s.decision_id
      LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
      LEFT JOIN withdrawal w ON m.subject_kind = 'withdrawal'
        AND w.business_id = m.business_id AND w.withdrawal_id = m.subject_id
     WHERE own.business_id = ${businessId}::uuid AND own.subject_kind = ${subjectKind}
       AND own.subject_id = ${subjectId}::uuid AND s.state = 'decided'`;
  const found = z.array(row).parse(rows);
  const [first] = found;
  if (first === undefined) return null;
  return {
    caseId: toId<CaseId>(first.case_id),
    disagreesAt: first.disagrees_at === null ? null : fromDate(first.disagrees_at),
    decision: first.decision,
    subjects: found.map((one) => ({
      kind: one.kind,
      isOwn: one.is_own,
      status: one.status,
      refundStatus: one.refund_status,
      refunded: one.refunded,
    })),
  };
}

/** Writes down since when the service contradicts a decided case, or that it does so no more. Answers whether that changed. */
export async function setDisagreement(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
  since: Instant | null,
): Promise<boolean> {
  const { count } = await transaction.reviewCase.updateMany({
    where: {
      businessId,
      caseId,
      state: 'decided',
      disagreesAt: since === null ? { not: null } : null,
    },
    data: { disagreesAt: since === null ? null : toDate(since) },
  });
  return count > 0;
}
