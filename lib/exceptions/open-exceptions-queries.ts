import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import {
  exceptionCondition,
  paymentStatesSql,
  resolvedCondition,
  toleranceComparisonSql,
  untoleratedStatesSql,
} from './list-definition.ts';

/** Newest payments with a reason whose resolution is checked; all of them may be resolved. */
const maximumChecked = 2_000;
/** Rows that are only counted, which costs far less. */
const maximumCounted = 10_000;

const newest = (columns: string, condition: string, limit: number) =>
  `(SELECT ${columns} FROM payment WHERE business_id = $1::uuid AND ${exceptionCondition} AND ${condition}
     ORDER BY sort_at DESC, payment_id DESC LIMIT ${limit}) AS e`;

/**
 * Counts in the caller's transaction the open exceptions without an assignee whose payment is older than this, among the newest that have a reason. The
 * caller has checked the permission.
 */
export async function countUnassignedExceptions(
  run: PlainTransaction['run'],
  businessId: BusinessId,
  days: number,
): Promise<number> {
  const rows = await run(
    `WITH t AS MATERIALIZED (SELECT tolerance_eur, tolerance_percent FROM business
         WHERE id = $1::uuid AND num_nonnulls(tolerance_eur, tolerance_percent) > 0)
     SELECT count(*)::int AS count
       FROM ${newest(`payment_id AS id, ${paymentStatesSql} AS states, ${toleranceComparisonSql}`, 'sort_at < now() - make_interval(days => $2::int)', maximumCounted)}
       LEFT JOIN payment_exception x ON x.business_id = $1::uuid AND x.kind = 'payment' AND x.subject_id = e.id
       LEFT JOIN t ON true
      WHERE x.owner_id IS NULL AND cardinality(${untoleratedStatesSql}) > 0 AND NOT ${resolvedCondition}`,
    [businessId, days],
  );
  return countRows.parse(rows)[0].count;
}
const countRows = z.tuple([z.object({ count: z.number() })]);

/**
 * Counts the payments that are open exceptions, exact up to `bound` as far as the scan reaches; `more` is set beyond.
 * Differences within the tolerance of the business are none. If payments with a reason outnumber the worked-on ones by
 * more than `bound`, the answer needs no scan. The same difference is a lower limit where all scanned payments are
 * resolved. Requests with an unknown outcome are counted elsewhere. `oldest` is the time of the oldest one, null where counting
 * stopped early. The caller has checked the permission.
 */
export async function countOpenExceptions(
  businessId: BusinessId,
  bound: number,
): Promise<ListCount & { readonly oldest: Instant | null }> {
  const { rows } = await databasePool().query<{
    past: boolean;
    least: number;
    open: number;
    all: number;
    oldest: Date | null;
  }>(
    `WITH t AS MATERIALIZED (SELECT tolerance_eur, tolerance_percent FROM business
         WHERE id = $1::uuid AND num_nonnulls(tolerance_eur, tolerance_percent) > 0),
       found AS (SELECT CASE WHEN EXISTS (SELECT FROM t)
           THEN (SELECT count(*) FILTER (WHERE cardinality(${untoleratedStatesSql}) > 0)
                   FROM ${newest(`${paymentStatesSql} AS states, ${toleranceComparisonSql}`, 'true', maximumCounted)} CROSS JOIN t)
           ELSE (SELECT count(*) FROM (SELECT FROM payment WHERE business_id = $1::uuid AND ${exceptionCondition}
                   LIMIT ${maximumCounted}) AS exceptional) END AS count),
       worked AS (SELECT count(*) FROM (SELECT FROM payment_exception WHERE business_id = $1::uuid AND kind = 'payment'
         LIMIT ${maximumCounted}) AS known),
       past AS MATERIALIZED (
         SELECT found.count - worked.count > $2::int AS is_so, (found.count - worked.count)::int AS least
           FROM found, worked)
     SELECT (SELECT is_so FROM past) AS past, (SELECT least FROM past) AS least,
            count(*) FILTER (WHERE cardinality(${untoleratedStatesSql}) > 0 AND NOT ${resolvedCondition})::int AS open,
            count(*)::int AS all,
            min(at) FILTER (WHERE cardinality(${untoleratedStatesSql}) > 0 AND NOT ${resolvedCondition}) AS oldest
       FROM ${newest(`payment_id AS id, sort_at AS at, ${paymentStatesSql} AS states, ${toleranceComparisonSql}`, 'NOT (SELECT is_so FROM past)', maximumChecked)}
       LEFT JOIN payment_exception x ON x.business_id = $1::uuid AND x.kind = 'payment' AND x.subject_id = e.id
       LEFT JOIN t ON true`,
    [businessId, bound],
  );
  const { past, least, open, all, oldest } = rows[0] ?? {
    past: false,
    least: 0,
    open: 0,
    all: 0,
    oldest: null,
  };
  if (past) return { count: bound, more: true, oldest: null };
  return {
    count: Math.min(Math.max(open, least), bound),
    more: open > bound || all === maximumChecked,
    oldest: oldest === null || all === maximumChecked ? null : fromDate(oldest),
  };
}
