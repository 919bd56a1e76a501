import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isExceptional, isResolved, statesOfPayment } from './list-keyset.ts';

/** So many payments that do not fit are looked at, the newest: somebody may have resolved all of them. */
const looked = 2_000;
/** So many are counted, which costs far less. */
const counted = 10_000;

/**
 * How many payments that do not fit nobody has resolved: exact up to `bound` and as far as was looked, else at least so
 * many. Where there are more of them than anybody has worked on, none has to be looked at to know that there are more
 * than `bound`; and that there are some, though all that were looked at are resolved. Requests with an unknown outcome
 * are counted elsewhere. The caller has checked the permission.
 */
export async function countOpenMisfits(businessId: BusinessId, bound: number): Promise<ListCount> {
  const { rows } = await databasePool().query<{ past: boolean; least: number; open: number; all: number }>(
    `WITH found AS (SELECT count(*) FROM (SELECT FROM payment WHERE business_id = $1::uuid AND ${isExceptional}
         LIMIT ${counted}) AS misfits),
       worked AS (SELECT count(*) FROM (SELECT FROM payment_exception WHERE business_id = $1::uuid AND kind = 'payment'
         LIMIT ${counted}) AS known),
       past AS MATERIALIZED (
         SELECT found.count - worked.count > $2::int AS is_so, (found.count - worked.count)::int AS least
           FROM found, worked)
     SELECT (SELECT is_so FROM past) AS past, (SELECT least FROM past) AS least,
            count(*) FILTER (WHERE NOT ${isResolved})::int AS open, count(*)::int AS all
       FROM (SELECT payment_id AS id, ${statesOfPayment} AS states
               FROM payment WHERE business_id = $1::uuid AND ${isExceptional} AND NOT (SELECT is_so FROM past)
              ORDER BY sort_at DESC, payment_id DESC LIMIT ${looked}) AS e
       LEFT JOIN payment_exception x ON x.business_id = $1::uuid AND x.kind = 'payment' AND x.subject_id = e.id`,
    [businessId, bound],
  );
  const { past, least, open, all } = rows[0] ?? { past: false, least: 0, open: 0, all: 0 };
  if (past) return { count: bound, more: true };
  return { count: Math.min(Math.max(open, least), bound), more: open > bound || all === looked };
}
