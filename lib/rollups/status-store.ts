import 'server-only';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { alone } from './store.ts';

/** How many differences are taken into the days in one transaction. */
const batch = 5_000;

/** Takes differences into their days, as for money, and answers how many. Null where somebody else is at it. */
export const compactStatuses = (): Promise<number | null> =>
  alone('READ COMMITTED', async (query) => {
    const { rows } = await query(
      `WITH taken AS (
         DELETE FROM status_delta WHERE id IN (
           SELECT d.id FROM status_delta d
             JOIN status_rollup r USING (business_id) JOIN business b ON b.id = r.business_id AND b.time_zone = r.time_zone
            ORDER BY d.id LIMIT ${batch})
         RETURNING *),
       days AS (
         INSERT INTO status_day (business_id, day, status, count)
         SELECT t.business_id, (t.at AT TIME ZONE r.time_zone)::date, t.status, sum(count)
           FROM taken t JOIN status_rollup r USING (business_id)
          GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
         ON CONFLICT (business_id, day, status) DO UPDATE SET count = status_day.count + EXCLUDED.count)
       SELECT count(*)::int AS count FROM taken`,
    );
    return Number(rows[0]?.['count'] ?? 0);
  });

/** Businesses whose days of statuses are not whole, or cut in another time zone than theirs. */
export async function businessesToCount(): Promise<readonly BusinessId[]> {
  const { rows } = await databasePool().query<{ id: string }>(
    `SELECT b.id::text AS id FROM business b LEFT JOIN status_rollup r ON r.business_id = b.id
      WHERE r.time_zone IS DISTINCT FROM b.time_zone ORDER BY b.id`,
  );
  return rows.map(({ id }) => toId<BusinessId>(id));
}

/** What the days should be, made from the payments; `$1` is the business, `$2` its time zone. */
export const statusesFromRecords = `
  SELECT p.business_id, (p.sort_at AT TIME ZONE $2)::date AS day, coalesce(p.status, '') AS status, count(*) AS count
    FROM payment p WHERE p.business_id = $1::uuid AND p.payment_initiated_at IS NOT NULL
   GROUP BY 1, 2, 3`;

/** Makes a business's days of statuses anew in one snapshot, as for money. Null where somebody else is at it. */
export const makeStatusesAnew = (businessId: BusinessId): Promise<{ days: number } | null> =>
  alone('REPEATABLE READ', async (query) => {
    const { rows } = await query('SELECT time_zone FROM business WHERE id = $1', [businessId]);
    const zone = String(rows[0]?.['time_zone'] ?? 'UTC');
    await query('DELETE FROM status_day WHERE business_id = $1', [businessId]);
    await query('DELETE FROM status_delta WHERE business_id = $1', [businessId]);
    const made = await query(
      `INSERT INTO status_day (business_id, day, status, count) ${statusesFromRecords}`,
      [businessId, zone],
    );
    await query(
      `INSERT INTO status_rollup (business_id, time_zone, made_at) VALUES ($1, $2, now())
       ON CONFLICT (business_id) DO UPDATE SET time_zone = EXCLUDED.time_zone, made_at = EXCLUDED.made_at`,
      [businessId, zone],
    );
    return { days: made.rowCount ?? 0 };
  });
