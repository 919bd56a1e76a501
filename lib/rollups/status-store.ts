import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { DaySums } from './day-store.ts';
import { rebuildDays } from './day-store.ts';

/** Payments per day and status. */
export const statusDaySums: DaySums = {
  days: 'status_day',
  deltas: 'status_delta',
  rollups: 'status_rollup',
  columns: 'business_id, day, status, count',
  fromRecords: `
    SELECT p.business_id, (p.sort_at AT TIME ZONE $2)::date AS day, coalesce(p.status, '') AS status, count(*) AS count
      FROM payment p WHERE p.business_key = business_key($1::uuid) AND p.payment_initiated_at IS NOT NULL
     GROUP BY 1, 2, 3`,
  addDifferences: `
    INSERT INTO status_day (business_id, day, status, count)
    SELECT t.business_id, (t.at AT TIME ZONE r.time_zone)::date, t.status, sum(count)
      FROM taken t JOIN status_rollup r USING (business_id)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (business_id, day, status) DO UPDATE SET count = status_day.count + EXCLUDED.count`,
};

export const rebuildStatusDays = (businessId: BusinessId) => rebuildDays(statusDaySums, businessId);
