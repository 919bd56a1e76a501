import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { exceptionConditions } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ChangesSinceVisit } from '../schema/overview.ts';

/** The highest number of new records of a kind. */
const maximumNew = 1_000;
/** The most recently changed records whose state is read. */
const maximumChanged = 2_000;

/** Counts new records. A record is never new before its last change, whose time has an index. */
const newSql = (table: string, column: string, more = '') =>
  `(SELECT json_build_object('count', LEAST(count(*), ${maximumNew}), 'more', count(*) > ${maximumNew})
      FROM (SELECT FROM ${table} WHERE ${table}.business_id = $1::uuid AND ${column} >= $2::timestamptz${more}
              LIMIT ${maximumNew + 1}) AS found)`;

/** Counts the matching ones of the records that changed last, which the index on the change time returns. */
const changedSql = (from: { table: string; alias: string; id: string }, condition: string) =>
  `(SELECT json_build_object('count', count(*) FILTER (WHERE ${condition}), 'more', count(*) > ${maximumChanged})
      FROM (SELECT * FROM ${from.table} WHERE business_id = $1::uuid AND changed_at >= $2::timestamptz
              ORDER BY changed_at DESC, ${from.id} DESC LIMIT ${maximumChanged + 1}) AS ${from.alias})`;

const count: z.ZodType<ListCount> = z.object({ count: z.number(), more: z.boolean() });
const shape = z.tuple([
  z.object({
    payments: count,
    deposits: count,
    refunds: count,
    withdrawals: count,
    exceptions: count,
    failedWithdrawals: count,
  }),
]);

/** Exported for the test of its plan. */
export const changesSinceVisitSql = `SELECT
  ${newSql('payment', 'first_observed_at', ' AND changed_at >= $2::timestamptz')} AS payments,
  ${newSql('deposit', 'first_observed_at', ' AND changed_at >= $2::timestamptz')} AS deposits,
  ${newSql('deposit', 'refund_first_seen_at', ' AND refund_first_seen_at IS NOT NULL')} AS refunds,
  ${newSql('withdrawal', 'first_received_at')} AS withdrawals,
  ${changedSql({ table: 'payment', alias: 'p', id: 'payment_id' }, exceptionConditions.open)} AS exceptions,
  ${changedSql({ table: 'withdrawal', alias: 'w', id: 'withdrawal_id' }, "w.status = 'FAILED'")} AS "failedWithdrawals"`;

/**
 * Counts the records that are new since the previous visit of the person, the open exceptions whose payment changed since,
 * and the failed withdrawals that changed since. All of them are visible to every role: a change of risk detail alone
 * doesn't change the time of a record. Unknown outcomes of our own requests are counted elsewhere.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function countChangesSinceVisit(
  context: Context<PersonActor>,
  business: string,
  since: Instant,
): Promise<ChangesSinceVisit> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query(changesSinceVisitSql, [businessId, toDate(since)]);
  return { since, counts: shape.parse(rows)[0] };
}
