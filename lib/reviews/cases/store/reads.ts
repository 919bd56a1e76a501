import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Lists the payments of a case and its merged cases, directly or by their deposits; null if the business has no such case. */
export async function findCasePayments(
  businessId: BusinessId,
  caseId: CaseId,
): Promise<readonly string[] | null> {
  const rows: unknown = await database().$queryRaw`
    SELECT DISTINCT c.case_id = ${caseId}::uuid AS own, p.payment_id::text AS id FROM review_case c
      LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
      LEFT JOIN payment p ON p.business_id = c.business_id
        AND p.payment_id = CASE c.subject_kind WHEN 'payment' THEN c.subject_id ELSE d.payment_id END
     WHERE c.business_id = ${businessId}::uuid AND (c.case_id = ${caseId}::uuid OR c.owner_id = ${caseId}::uuid)
     ORDER BY own DESC, id`;
  const found = z.array(z.object({ own: z.boolean(), id: z.string().nullable() })).parse(rows);
  if (!found.some(({ own }) => own)) return null;
  return [...new Set(found.flatMap(({ id }) => (id === null ? [] : [id])))];
}

/** Records on the case that its payments were read, or why that failed. */
export async function storeCaseRead(
  transaction: Transaction,
  read: {
    readonly businessId: BusinessId;
    readonly caseId: CaseId;
    readonly at: Instant;
    readonly failure: string | null;
  },
): Promise<void> {
  const { businessId, caseId, failure } = read;
  const at = toDate(read.at);
  await transaction.reviewCase.update({
    where: { businessId_caseId: { businessId, caseId } },
    data:
      failure === null
        ? { readAt: at, readFailedAt: null, readFailure: null }
        : { readFailedAt: at, readFailure: failure },
  });
}
