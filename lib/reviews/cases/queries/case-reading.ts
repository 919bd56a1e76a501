import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { CaseReading } from '../schema/reading.ts';

const row = z.object({
  payments: z.number(),
  readAt: z.date().nullable(),
  caseReadAt: z.date().nullable(),
  failedAt: z.date().nullable(),
  failure: z.string().nullable(),
});

/** Reads when the payments of a case were last read from the service, and whether the last attempt failed. */
export async function readCaseReading(businessId: BusinessId, caseId: CaseId): Promise<CaseReading> {
  const { rows } = await databasePool().query(
    `SELECT count(p.payment_id)::int AS payments,
            CASE WHEN bool_and(p.last_read_at IS NOT NULL) THEN min(p.last_read_at) END AS "readAt",
            max(own.read_at) AS "caseReadAt", max(own.read_failed_at) AS "failedAt", max(own.read_failure) AS failure
       FROM review_case c
       JOIN review_case own ON own.business_id = c.business_id AND own.case_id = $2::uuid
       LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
       LEFT JOIN payment p ON p.business_id = c.business_id
         AND p.payment_id = CASE c.subject_kind WHEN 'payment' THEN c.subject_id ELSE d.payment_id END
      WHERE c.business_id = $1::uuid AND (c.case_id = $2::uuid OR c.owner_id = $2::uuid)
        AND c.subject_kind IN ('deposit', 'payment')`,
    [businessId, caseId],
  );
  const { payments, readAt, caseReadAt, failedAt, failure } = row.parse(rows[0]);
  const lastReadAt = [readAt, caseReadAt].reduce<Instant | null>((latest, one) => {
    const at = one === null ? null : fromDate(one);
    return at !== null && (latest === null || at > latest) ? at : latest;
  }, null);
  const failed = failedAt === null || failure === null ? null : { at: fromDate(failedAt), reason: failure };
  return {
    canRead: canReadPayments() && payments > 0,
    lastReadAt,
    // A later read, such as a scheduled one, makes an earlier failure irrelevant.
    failed: failed !== null && (lastReadAt === null || lastReadAt < failed.at) ? failed : null,
  };
}
