import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/**
 * Records that the last decision of the locked case is reversed. `by` is null if a new reason for the case reopened
 * it. `approvedBy` is null if no second person was needed.
 */
export async function storeReversal(
  transaction: Transaction,
  reversal: {
    readonly businessId: BusinessId;
    readonly caseId: CaseId;
    readonly reason: string | null;
    readonly by: PersonId | null;
    readonly approvedBy: PersonId | null;
    readonly at: Instant;
  },
): Promise<void> {
  const { businessId, caseId, reason, by, approvedBy, at } = reversal;
  await transaction.$executeRaw`
    UPDATE review_decision d
       SET reversed_at = ${toDate(at)}, reversed_by = ${by}::uuid, reversal_approved_by = ${approvedBy}::uuid,
           reversal_reason = ${reason}
      FROM review_case c
     WHERE c.business_id = ${businessId}::uuid AND c.case_id = ${caseId}::uuid
       AND d.business_id = c.business_id AND d.decision_id = c.decision_id`;
}
