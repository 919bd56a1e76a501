import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/** Time after which a person no longer has the case open: three missed reports. */
const leftAfterMs = 60_000;

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
  const leftAt = at - leftAfterMs;
  const stored = await databasePool().query(
    `UPDATE membership SET open_cases = jsonb_build_object($2::text, $4::bigint) || (
         SELECT coalesce(jsonb_object_agg(one.key, one.value), '{}') FROM jsonb_each(open_cases) AS one
          WHERE one.key <> $2::text AND one.value::bigint > $5::bigint)
      WHERE business_id = $1::uuid AND person_id = $3::uuid
        AND EXISTS (SELECT FROM review_case c WHERE c.business_id = $1::uuid AND c.case_id = $2::text::uuid)`,
    [businessId, caseId, personId, at, leftAt],
  );
  if (stored.rowCount === 0) return null;
  const { rows } = await databasePool().query(
    `SELECT person_id FROM membership
      WHERE business_id = $1::uuid AND person_id <> $3::uuid AND (open_cases ->> $2::text)::bigint > $4::bigint
      ORDER BY (open_cases ->> $2::text)::bigint DESC LIMIT 20`,
    [businessId, caseId, personId, leftAt],
  );
  return z
    .array(z.object({ person_id: z.string() }))
    .parse(rows)
    .map(({ person_id }) => person_id);
}
