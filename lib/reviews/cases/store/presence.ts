import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';

/** Time after which a person no longer has the case open: three missed reports. */
const leftAfterMs = 60_000;
/** Time after which the row of a person is deleted. */
const deletedAfterMs = 3_600_000;

/**
 * Records that the person has the case open. Returns the IDs of the others who do, or null if the business has no such
 * case.
 */
export async function recordPresence(presence: {
  businessId: BusinessId;
  caseId: CaseId;
  personId: PersonId;
  at: Instant;
}): Promise<readonly string[] | null> {
  const { businessId, caseId, personId, at } = presence;
  const pool = databasePool();
  const stored = await pool.query(
    `INSERT INTO review_presence (business_id, case_id, person_id, seen_at)
     SELECT c.business_id, c.case_id, $3::uuid, $4::timestamptz FROM review_case c
      WHERE c.business_id = $1::uuid AND c.case_id = $2::uuid
     ON CONFLICT (business_id, case_id, person_id) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
    [businessId, caseId, personId, toDate(at)],
  );
  if (stored.rowCount === 0) return null;
  // People who report at once skip each other's expired rows.
  await pool.query(
    `DELETE FROM review_presence WHERE (business_id, case_id, person_id) IN (
       SELECT business_id, case_id, person_id FROM review_presence
        WHERE business_id = $1::uuid AND seen_at < $2::timestamptz LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    [businessId, toDate(addMilliseconds(at, -deletedAfterMs))],
  );
  const { rows } = await pool.query(
    `SELECT person_id FROM review_presence
      WHERE business_id = $1::uuid AND case_id = $2::uuid AND person_id <> $3::uuid AND seen_at > $4::timestamptz
      ORDER BY seen_at DESC LIMIT 20`,
    [businessId, caseId, personId, toDate(addMilliseconds(at, -leftAfterMs))],
  );
  return z
    .array(z.object({ person_id: z.string() }))
    .parse(rows)
    .map(({ person_id }) => person_id);
}
