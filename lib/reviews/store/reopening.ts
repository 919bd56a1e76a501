import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Returns whether two people decided any part of the locked case before. */
export async function isSecondPersonRequired(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT review_takes_two(${businessId}::uuid, ${caseId}::uuid) AS two`;
  return z.tuple([z.object({ two: z.boolean() })]).parse(rows)[0].two;
}

/** A proposed reopening of the current decision. */
type OpenReopening = {
  readonly reopeningId: string;
  readonly reason: string;
  readonly proposedBy: PersonId;
};

/** Reads the reopening of the locked case's current decision that is pending approval. */
export async function findOpenReopening(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<OpenReopening | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT r.reopening_id, r.reason, r.proposed_by FROM review_reopening r
      JOIN review_case c ON c.business_id = r.business_id AND c.case_id = r.case_id AND c.decision_id = r.decision_id
     WHERE r.business_id = ${businessId}::uuid AND r.case_id = ${caseId}::uuid AND r.state = 'proposed'
       AND c.state = 'decided'`;
  const row = z
    .array(z.object({ reopening_id: z.string(), reason: z.string(), proposed_by: z.string() }))
    .parse(rows)[0];
  return row === undefined
    ? null
    : {
        reopeningId: row.reopening_id,
        reason: row.reason,
        proposedBy: toId<PersonId>(row.proposed_by),
      };
}

/** Stores a proposal. The database sets the decision that it overturns. */
export async function insertReopening(
  transaction: Transaction,
  proposal: {
    readonly businessId: BusinessId;
    readonly caseId: CaseId;
    readonly reason: string;
    readonly by: PersonId;
    readonly at: Instant;
  },
): Promise<string> {
  const { businessId, caseId, reason, by, at } = proposal;
  const rows: unknown = await transaction.$queryRaw`
    INSERT INTO review_reopening (business_id, case_id, reason, proposed_by, proposed_at)
    VALUES (${businessId}::uuid, ${caseId}::uuid, ${reason}, ${by}::uuid, ${toDate(at)})
    RETURNING reopening_id`;
  return z.tuple([z.object({ reopening_id: z.string() })]).parse(rows)[0].reopening_id;
}
