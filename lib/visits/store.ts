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
       FROM personal_setting WHERE business_id = $1::uuid AND person_id = $2::uuid`,
    [businessId, personId, toDate(now)],
  );
  const known = visits[0]?.isRecent ? visits : await updateVisit(businessId, personId, now);
  const since = known[0]?.since ?? null;
  return since === null ? null : fromDate(since);
}

async function updateVisit(businessId: BusinessId, personId: PersonId, now: Instant) {
  const { rows } = await databasePool().query<{ since: Date | null }>(
    `INSERT INTO personal_setting AS own (business_id, person_id, visited_at) VALUES ($1::uuid, $2::uuid, $3::timestamptz)
     ON CONFLICT (business_id, person_id) DO UPDATE SET
       visited_before = CASE WHEN own.visited_at < excluded.visited_at - interval '${pauseHours} hours' THEN own.visited_at
                             ELSE own.visited_before END,
       visited_at = greatest(own.visited_at, excluded.visited_at)
     RETURNING visited_before AS since`,
    [businessId, personId, toDate(now)],
  );
  return rows;
}
