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
  const { rows: visits } = await databasePool().query<{ since: Date | null; isRecent: boolean }>(
    `SELECT since, last_at > $3::timestamptz - interval '1 hour' AS "isRecent"
       FROM business_visit WHERE business_id = $1::uuid AND person_id = $2::uuid`,
    [businessId, personId, toDate(now)],
  );
  const known = visits[0]?.isRecent ? visits : await updateVisit(businessId, personId, now);
  const since = known[0]?.since ?? null;
  return since === null ? null : fromDate(since);
}

async function updateVisit(businessId: BusinessId, personId: PersonId, now: Instant) {
  const { rows } = await databasePool().query<{ since: Date | null }>(
    `INSERT INTO business_visit AS visit (business_id, person_id, last_at) VALUES ($1::uuid, $2::uuid, $3::timestamptz)
     ON CONFLICT (business_id, person_id) DO UPDATE SET
       since = CASE WHEN visit.last_at < excluded.last_at - interval '${pauseHours} hours' THEN visit.last_at
                    ELSE visit.since END,
       last_at = greatest(visit.last_at, excluded.last_at)
     RETURNING since`,
    [businessId, personId, toDate(now)],
  );
  return rows;
}
