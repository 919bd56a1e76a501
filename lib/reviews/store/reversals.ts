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
    INSERT INTO review_reversal (business_id, decision_id, case_id, reason, reversed_by, approved_by, reversed_at)
    SELECT business_id, decision_id, case_id, ${reason}, ${by}::uuid, ${approvedBy}::uuid, ${toDate(at)}
      FROM review_case
     WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid AND decision_id IS NOT NULL`;
}
