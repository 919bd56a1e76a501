import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { later, toDate } from '#lib/values/instant.ts';

/** Time after which a person no longer has the case open: three missed reports. */
const leftAfterMs = 60_000;
/** Time after which the row of a person is deleted. */
const deletedAfterMs = 3_600_000;

/**
 * Records that the person has the case open. Returns the IDs of the others who do, or null if the business has no such
 * case.
 */
export async function recordPresence(
  transaction: Transaction,
  presence: { businessId: BusinessId; caseId: CaseId; personId: PersonId; at: Instant },
): Promise<readonly string[] | null> {
  const { businessId, caseId, personId, at } = presence;
  const stored = await transaction.$executeRaw`
    INSERT INTO review_presence (business_id, case_id, person_id, seen_at)
    SELECT c.business_id, c.case_id, ${personId}::uuid, ${toDate(at)} FROM review_case c
     WHERE c.business_id = ${businessId}::uuid AND c.case_id = ${caseId}::uuid
    ON CONFLICT (business_id, case_id, person_id) DO UPDATE SET seen_at = EXCLUDED.seen_at`;
  if (stored === 0) return null;
  // Two people who report at once would wait for each other's expired rows.
  await transaction.$executeRaw`
    DELETE FROM review_presence WHERE (business_id, case_id, person_id) IN (
      SELECT business_id, case_id, person_id FROM review_presence
       WHERE business_id = ${businessId}::uuid AND seen_at < ${toDate(later(at, -deletedAfterMs))}
       LIMIT 100 FOR UPDATE SKIP LOCKED)`;
  const rows: unknown = await transaction.$queryRaw`
    SELECT person_id FROM review_presence
     WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid AND person_id <> ${personId}::uuid
       AND seen_at > ${toDate(later(at, -leftAfterMs))}
     ORDER BY seen_at DESC LIMIT 20`;
  return z
    .array(z.object({ person_id: z.string() }))
    .parse(rows)
    .map(({ person_id }) => person_id);
}
