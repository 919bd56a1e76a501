import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { valueInEurSql } from '#lib/payments/index.ts';
import type { Total } from '#lib/values/amount.ts';
import { parseTotal } from '#lib/values/amount.ts';
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

type OpenExceptions = ListCount & {
  readonly oldest: Instant | null;
  /** The sum of the reported EUR amounts. Null if none is reported. */
  readonly eur: Total | null;
  /** The number of exceptions whose EUR amount isn't reported. */
  readonly withoutEur: number | null;
};

const isOpen = `cardinality(${untoleratedStatesSql}) > 0 AND NOT ${resolvedCondition}`;

/**
 * Counts the payments that are open exceptions, exact up to `bound` as far as the scan reaches; `more` is set beyond.
 * Differences within the tolerance of the business are none. If payments with a reason outnumber the worked-on ones by
 * more than `bound`, the answer needs no scan. The same difference is a lower limit where all scanned payments are
 * resolved. Requests with an unknown outcome are counted elsewhere. The EUR amount and the time of the oldest one are null where
 * counting stopped early. The caller has checked the permission.
 */
export async function countOpenExceptions(businessId: BusinessId, bound: number): Promise<OpenExceptions> {
  const { rows } = await databasePool().query<{
    past: boolean;
    least: number;
    open: number;
    all: number;
    oldest: Date | null;
    eur: string | null;
    known: number;
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
            count(*) FILTER (WHERE ${isOpen})::int AS open,
            count(*)::int AS all,
            min(at) FILTER (WHERE ${isOpen}) AS oldest,
            trim_scale(sum(eur) FILTER (WHERE ${isOpen}))::text AS eur, count(eur) FILTER (WHERE ${isOpen})::int AS known
       FROM ${newest(`payment_id AS id, sort_at AS at, ${valueInEurSql} AS eur, ${paymentStatesSql} AS states, ${toleranceComparisonSql}`, 'NOT (SELECT is_so FROM past)', maximumChecked)}
       LEFT JOIN payment_exception x ON x.business_id = $1::uuid AND x.kind = 'payment' AND x.subject_id = e.id
       LEFT JOIN t ON true`,
    [businessId, bound],
  );
  const found = rows[0];
  const uncounted = { oldest: null, eur: null, withoutEur: null };
  if (found === undefined) return { count: 0, more: false, ...uncounted };
  const { past, least, open, all, oldest, eur, known } = found;
  if (past) return { count: bound, more: true, ...uncounted };
  const more = open > bound || all === maximumChecked;
  return {
    count: Math.min(Math.max(open, least), bound),
    more,
    ...(more
      ? uncounted
      : {
          oldest: oldest === null ? null : fromDate(oldest),
          eur: eur === null ? null : parseTotal(eur),
          withoutEur: open - known,
        }),
  };
}
