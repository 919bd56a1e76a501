import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';

/** A longer pause begins a new visit. */
const pauseHours = 4;

/** Stores the visit, unless it was stored within the last hour. Returns the end of the previous visit. */
export async function storeVisit(
  businessId: BusinessId,
  personId: PersonId,
  now: Instant,
): Promise<Instant | null> {
  const { rows: visits } = await databasePool().query<{ since: Date | null; isRecent: boolean | null }>(
    `SELECT visited_before AS since, visited_at > $3::timestamptz - interval '1 hour' AS "isRecent"
       FROM membership WHERE business_id = $1::uuid AND person_id = $2::uuid`,
    [businessId, personId, toDate(now)],
  );
  const known = visits[0]?.isRecent ? visits : await updateVisit(businessId, personId, now);
  const since = known[0]?.since ?? null;
  return since === null ? null : fromDate(since);
}

async function updateVisit(businessId: BusinessId, personId: PersonId, now: Instant) {
  const { rows } = await databasePool().query<{ since: Date | null }>(
    `UPDATE membership
        SET visited_before = CASE WHEN visited_at < $3::timestamptz - interval '${pauseHours} hours' THEN visited_at
                                  ELSE visited_before END,
            visited_at = greatest(visited_at, $3::timestamptz)
      WHERE business_id = $1::uuid AND person_id = $2::uuid
     RETURNING visited_before AS since`,
    [businessId, personId, toDate(now)],
  );
  return rows;
}
