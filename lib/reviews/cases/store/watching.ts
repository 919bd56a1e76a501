import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, instant, toDate } from '#lib/values/instant.ts';
import type { Contradiction, DecisionKind, ServiceState, SubjectKind } from '../../model.ts';
import { contradictions, decisionKinds, subjectKinds } from '../../model.ts';

/** A contradiction between a decision and the service, the case of its subject, and its start time. */
export type CurrentContradiction = {
  readonly caseId: string;
  readonly what: Contradiction;
  /** Milliseconds since the epoch. */
  readonly since: Instant;
};

/** A decided case with the current service status of all its subjects. */
export type WatchedCase = {
  readonly caseId: CaseId;
  readonly disagreesAt: Instant | null;
  /** The stored contradictions; null for cases that were contradicted before details were stored. */
  readonly contradictions: readonly CurrentContradiction[] | null;
  readonly decision: DecisionKind;
  readonly subjects: readonly (ServiceState & { readonly kind: SubjectKind; readonly caseId: string })[];
};

const storedContradictions = z.array(
  z.object({ caseId: z.string(), what: z.enum(contradictions), since: z.number().transform(instant) }),
);

const row = z.object({
  case_id: z.string(),
  disagrees_at: z.date().nullable(),
  contradictions: storedContradictions.nullable(),
  decision: z.enum(decisionKinds),
  kind: z.enum(subjectKinds),
  member_id: z.string(),
  status: z.string().nullable(),
  refund_status: z.string().nullable(),
  refunded: z.boolean(),
});

/** Finds the decided case of a subject, directly or by a merge; null if there is none. */
export async function findWatchedCases(
  transaction: Transaction,
  businessId: BusinessId,
  subjectKind: SubjectKind,
  subjectId: string,
): Promise<WatchedCase | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT s.case_id, s.disagrees_at, s.contradictions, x.kind AS decision, m.subject_kind AS kind,
           m.case_id AS member_id,
           coalesce(d.status, w.status, p.status) AS status, d.refund_status, d.refund_first_seen_at IS NOT NULL AS refunded
      FROM review_case own
      JOIN review_case s ON s.business_id = own.business_id AND s.case_id = own.owner_id
      JOIN review_case m ON m.business_id = s.business_id AND m.owner_id = s.case_id
      JOIN review_decision x ON x.business_id = s.business_id AND x.decision_id = s.decision_id
      LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
      LEFT JOIN withdrawal w ON m.subject_kind = 'withdrawal'
        AND w.business_id = m.business_id AND w.withdrawal_id = m.subject_id
      LEFT JOIN payment p ON m.subject_kind = 'payment' AND p.business_id = m.business_id AND p.payment_id = m.subject_id
     WHERE own.business_id = ${businessId}::uuid AND own.subject_kind = ${subjectKind}
       AND own.subject_id = ${subjectId}::uuid AND s.state = 'decided'
     ORDER BY m.number`;
  const found = z.array(row).parse(rows);
  const [first] = found;
  if (first === undefined) return null;
  return {
    caseId: toId<CaseId>(first.case_id),
    disagreesAt: first.disagrees_at === null ? null : fromDate(first.disagrees_at),
    contradictions: first.contradictions ?? (first.disagrees_at === null ? [] : null),
    decision: first.decision,
    subjects: found.map((one) => ({
      kind: one.kind,
      caseId: one.member_id,
      status: one.status,
      refundStatus: one.refund_status,
      refunded: one.refunded,
    })),
  };
}

/** Locks a decided case until the transaction ends. Returns false if it is no longer decided. */
export async function lockDecidedCases(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<boolean> {
  const held: unknown = await transaction.$queryRaw`
    SELECT 1 FROM review_case WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid
       AND state = 'decided' FOR UPDATE`;
  return z.array(z.unknown()).parse(held).length > 0;
}

/** Stores the contradictions of a locked decided case. An empty list clears them. */
export async function setContradictions(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
  standing: readonly CurrentContradiction[],
  at: Instant,
): Promise<void> {
  const disagreesAt =
    standing.length === 0 ? null : new Date(Math.max(...standing.map(({ since }) => since)));
  await transaction.reviewCase.update({
    where: { businessId_caseId: { businessId, caseId } },
    data: { disagreesAt, contradictions: [...standing], changedAt: toDate(at) },
  });
}
