import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/**
 * A callback told of it, and its payment was read later without it: what keeps the callback addresses safe from others is
 * a secret alone. The service may list a deposit a moment after it tells of it.
 */
export const unlistedSql = `NOT d.record_seen AND EXISTS (SELECT FROM payment AS read
        WHERE read.business_id = d.business_id AND read.payment_id = d.payment_id
          AND read.last_read_at > d.changed_at + interval '5 minutes')`;

/** Of those that a callback alone told of, so many are looked at, the newest first. */
const mostLookedAt = 1_500;

/** How many of the newest deposits the record of their payment does not list; `more`: not all were looked at. */
export async function countUnlisted(
  businessId: BusinessId,
  bound: number,
): Promise<{ count: number; more: boolean }> {
  const { rows } = await databasePool().query(
    `WITH told AS (SELECT business_id, payment_id, changed_at, record_seen FROM deposit WHERE business_id = $1::uuid AND NOT record_seen
        ORDER BY sort_at DESC, deposit_id DESC LIMIT ${mostLookedAt})
      SELECT (SELECT count(*)::int FROM (SELECT FROM told AS d WHERE ${unlistedSql} LIMIT $2::int + 1) AS found) AS count,
        (SELECT count(*) FROM told) = ${mostLookedAt} AS more`,
    [businessId, bound],
  );
  const { count, more } = z.object({ count: z.number(), more: z.boolean() }).parse(rows[0]);
  return { count: Math.min(count, bound), more: count > bound || (more && count > 0) };
}
