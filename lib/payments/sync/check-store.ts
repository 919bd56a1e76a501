import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { ReadDifference } from '#lib/observations/model/read-differences.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { DuePayment } from './read-schedule-store.ts';

/** The newest differences that a payment keeps. */
const maximumKept = 20;

/** SQL condition of payments that are settled: their values are final. */
const settledSql = `status IN ('DEPOSITED', 'OVERPAID', 'EXPIRED')`;
/** SQL condition of payments that were never read, or changed since. */
const uncheckedSql = `(last_read_at IS NULL OR last_read_at < changed_at)`;

/**
 * Stores what a read contradicted, with its time. The resolution of an earlier difference doesn't cover it, so the exception opens
 * again.
 */
export async function storeReadDifferences(
  transaction: Transaction,
  { businessId, paymentId }: DuePayment,
  differences: readonly ReadDifference[],
  at: Instant,
): Promise<void> {
  if (differences.length === 0) return;
  const found = JSON.stringify(differences.map((one) => ({ ...one, at: toDate(at).toISOString() })));
  await transaction.$executeRaw`
    UPDATE payment SET read_differences = (
      SELECT jsonb_agg(one ORDER BY number) FROM (
        SELECT one, number FROM jsonb_array_elements(${found}::jsonb || coalesce(read_differences, '[]'::jsonb))
          WITH ORDINALITY AS listed (one, number) ORDER BY number LIMIT ${maximumKept}) AS newest)
     WHERE business_id = ${businessId}::uuid AND payment_id = ${paymentId}::uuid`;
  await transaction.$executeRaw`
    UPDATE payment_exception SET resolved_states = array_remove(resolved_states, 'contradicted')
     WHERE business_id = ${businessId}::uuid AND kind = 'payment' AND subject_id = ${paymentId}::uuid
       AND 'contradicted' = ANY (resolved_states)`;
}

/**
 * Makes settled payments due that were never read, or not since their last change, and that no schedule reads. They become due
 * one after the other within the seconds, so that payments of these minutes are read between them. Returns their number.
 */
export async function scheduleUncheckedReads(now: Instant, limit: number, seconds: number): Promise<number> {
  return database().$executeRawUnsafe(
    `WITH found AS MATERIALIZED (
       SELECT business_id, payment_id FROM payment WHERE next_read_at IS NULL AND ${settledSql} AND ${uncheckedSql}
        LIMIT $2::int FOR UPDATE SKIP LOCKED),
     numbered AS (SELECT business_id, payment_id, row_number() OVER () - 1 AS number FROM found)
     UPDATE payment p SET next_read_at = $1::timestamptz + n.number * ($3::double precision / $2::int) * interval '1 second'
       FROM numbered n WHERE p.business_id = n.business_id AND p.payment_id = n.payment_id`,
    toDate(now),
    limit,
    seconds,
  );
}

const countRows = z.array(
  z.object({ id: z.string(), settled: z.number(), checked: z.number(), differ: z.number() }),
);

/** The settled payments of a business: how many were read since their last change, and how many have a difference that is open. */
type CheckedPayments = {
  readonly businessId: BusinessId;
  readonly settled: number;
  readonly checked: number;
  readonly differ: number;
};

/** Counts the settled payments of each business that has some. */
export async function countCheckedPayments(): Promise<readonly CheckedPayments[]> {
  const rows: unknown = await database().$queryRawUnsafe(
    `SELECT p.business_id::text AS id, count(*)::int AS settled, count(*) FILTER (WHERE NOT ${uncheckedSql})::int AS checked,
            count(*) FILTER (WHERE read_differences IS NOT NULL AND NOT EXISTS (
              SELECT FROM payment_exception x WHERE x.business_id = p.business_id AND x.kind = 'payment'
                 AND x.subject_id = p.payment_id AND 'contradicted' = ANY (x.resolved_states)))::int AS differ
       FROM payment p WHERE ${settledSql} GROUP BY p.business_id`,
  );
  return countRows.parse(rows).map(({ id, ...counts }) => ({ businessId: toId<BusinessId>(id), ...counts }));
}
