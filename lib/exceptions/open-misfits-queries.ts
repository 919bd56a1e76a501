import 'server-only';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListCount } from '#lib/values/list-query.ts';
import { isExceptional, isResolved, statesOfPayment } from './queries.ts';

/** So many payments that do not fit are looked at, the newest: somebody may have resolved all of them. */
const looked = 2_000;

/**
 * How many payments that do not fit nobody has resolved: exact up to `bound` and as far as was looked, else at least so
 * many. Requests with an unknown outcome are counted elsewhere. The caller has checked the permission.
 */
export async function countOpenMisfits(businessId: BusinessId, bound: number): Promise<ListCount> {
  const { rows } = await databasePool().query<{ open: number; all: number }>(
    `SELECT count(*) FILTER (WHERE NOT ${isResolved})::int AS open, count(*)::int AS all
       FROM (SELECT payment_id AS id, ${statesOfPayment} AS states
               FROM payment WHERE business_id = $1::uuid AND ${isExceptional}
              ORDER BY sort_at DESC, payment_id DESC LIMIT ${looked}) AS e
       LEFT JOIN payment_exception x ON x.business_id = $1::uuid AND x.kind = 'payment' AND x.subject_id = e.id`,
    [businessId],
  );
  const { open, all } = rows[0] ?? { open: 0, all: 0 };
  return { count: Math.min(open, bound), more: open > bound || all === looked };
}
