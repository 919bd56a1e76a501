import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { NewRecordCounts } from '../schema/overview.ts';
import { maximumNews } from '../schema/overview.ts';

const countSql = (table: string, column: string, more = '') =>
  `(SELECT count(*)::int FROM (SELECT FROM ${table} WHERE business_id = $1::uuid AND ${column} > $2::timestamptz${more}
     LIMIT ${maximumNews + 1}) AS found)`;

const shape = z.tuple([
  z.object({
    payments: z.number(),
    deposits: z.number(),
    refunds: z.number(),
    withdrawals: z.number(),
    sinceDay: z.string(),
  }),
]);

/**
 * Counts the records that are new since the previous visit of the person. All of them are visible to every role.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function countNewRecords(
  context: Context<PersonActor>,
  business: string,
  since: Instant,
): Promise<NewRecordCounts> {
  const { businessId } = requirePermission(context, business, 'read');
  const { rows } = await databasePool().query(
    `SELECT ${countSql('payment', 'first_observed_at')} AS payments,
            ${countSql('deposit', 'first_observed_at')} AS deposits,
            ${countSql('deposit', 'refund_first_seen_at', ' AND refund_first_seen_at IS NOT NULL')} AS refunds,
            ${countSql('withdrawal', 'first_received_at')} AS withdrawals,
            ($2::timestamptz AT TIME ZONE $3)::date::text AS "sinceDay"`,
    [businessId, toDate(since), await readTimeZone(context, businessId)],
  );
  return { since, ...shape.parse(rows)[0] };
}
