import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { storedChecks } from '../../cases/model/checks.ts';
import type { CurrentSubject } from '../../cases/model/subject-version.ts';
import type { DecisionKind } from '../../model.ts';
import { decisionKinds, subjectKinds } from '../../model.ts';
import type { Finding } from '../../model-findings.ts';

const subjectRow = z.object({
  caseId: z.string(),
  number: z.number(),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  reference: z.string().nullable(),
  status: z.string().nullable(),
  refundStatus: z.string().nullable(),
});

/**
 * Reads the current service status of every subject of the locked case: its own first, then those of merged cases.
 */
export async function readCurrentSubjects(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<readonly CurrentSubject[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT c.case_id AS "caseId", c.number, c.subject_kind AS "subjectKind", c.subject_id AS "subjectId",
           coalesce(w.client_withdrawal_id, p.client_payment_id) AS reference,
           coalesce(d.status, w.status, CASE c.subject_kind WHEN 'payment' THEN p.status END) AS status, d.refund_status AS "refundStatus"
      FROM review_case c
      LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
      LEFT JOIN payment p ON p.business_id = c.business_id
        AND p.payment_id = CASE c.subject_kind WHEN 'payment' THEN c.subject_id ELSE d.payment_id END
      LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
        AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
     WHERE c.business_id = ${businessId}::uuid
       AND c.owner_id = ${caseId}::uuid
     ORDER BY c.case_id = ${caseId}::uuid DESC, c.number`;
  return z.array(subjectRow).parse(rows);
}

/**
 * Stores a proposal with the completed items of the checklist. Returns whether a second person must approve: the database
 * can only add that need.
 */
export async function insertProposal(
  transaction: Transaction,
  proposal: {
    businessId: BusinessId;
    caseId: CaseId;
    kind: DecisionKind;
    reason: string;
    finding: Finding;
    serviceStatus: string | null;
    personId: PersonId;
    at: Instant;
    needsSecond: boolean;
  },
): Promise<{ decisionId: string; needsSecond: boolean }> {
  const { businessId, caseId, kind, reason, finding, serviceStatus, personId, at, needsSecond } = proposal;
  const rows: unknown = await transaction.$queryRaw`
    INSERT INTO review_decision (business_id, case_id, kind, reason, finding, service_status, proposed_by, proposed_at, state,
      needs_second, checks)
    SELECT ${businessId}::uuid, ${caseId}::uuid, ${kind}, ${reason}, ${finding}, ${serviceStatus}, ${personId}::uuid,
           ${toDate(at)}, 'proposed', ${needsSecond},
           coalesce(jsonb_agg(jsonb_build_object('step', step, 'personId', person_id) ORDER BY step), '[]')
      FROM (SELECT DISTINCT ON (k ->> 'step') k ->> 'step' AS step, k ->> 'personId' AS person_id
              FROM review_case c CROSS JOIN jsonb_array_elements(c.checks) AS k
             WHERE c.business_id = ${businessId}::uuid AND c.owner_id = ${caseId}::uuid
             ORDER BY k ->> 'step', (k ->> 'at')::bigint) AS completed
    RETURNING decision_id, needs_second`;
  const row = z
    .array(z.object({ decision_id: z.string(), needs_second: z.boolean() }))
    .parse(rows)
    .at(0);
  if (row === undefined) throw new Error('the proposal was not stored');
  return { decisionId: row.decision_id, needsSecond: row.needs_second };
}

/** The newest decisions of a business among which those of a person are found. */
const decisionsRead = 1_000;

/** Lists the reasons of the last decisions that the person proposed, at most `count`, newest first. */
export async function listLastReasons(
  transaction: Transaction,
  businessId: BusinessId,
  personId: PersonId,
  count: number,
): Promise<readonly string[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT reason FROM (
      SELECT proposed_by, proposed_at, reason FROM review_decision WHERE business_id = ${businessId}::uuid
       ORDER BY proposed_at DESC LIMIT ${decisionsRead}) AS newest
     WHERE proposed_by = ${personId}::uuid ORDER BY proposed_at DESC LIMIT ${count}`;
  return z
    .array(z.object({ reason: z.string() }))
    .parse(rows)
    .map(({ reason }) => reason);
}

/** Lists the completed checklist items of the locked case and of merged cases. */
export async function listCheckedSteps(
  transaction: Transaction,
  businessId: BusinessId,
  caseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const cases = await transaction.reviewCase.findMany({
    where: { businessId, caseId: { in: [...caseIds] } },
    select: { checks: true },
  });
  return new Set(cases.flatMap(({ checks }) => storedChecks.parse(checks).map(({ step }) => step)));
}

export type Proposal = {
  readonly decisionId: string;
  readonly kind: DecisionKind;
  readonly proposedBy: PersonId;
};

/** Reads the proposal that is pending approval. */
export async function findOpenProposal(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<Proposal | null> {
  const found = await transaction.reviewDecision.findFirst({
    where: { businessId, caseId, state: 'proposed' },
    select: { decisionId: true, kind: true, proposedById: true },
  });
  if (found === null) return null;
  return {
    decisionId: found.decisionId,
    kind: z.enum(decisionKinds).parse(found.kind),
    proposedBy: toId<PersonId>(found.proposedById),
  };
}
